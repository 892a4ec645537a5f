import Cluster
import FoundationEssentials
import Glibc
import TestDatabases
import Testing

/// Each test creates its own server; one at a time, because creating one mostly needs CPU time.
@Suite(.serialized) struct PrivateClusterTests {
    @Test func `the first start makes the database, and a second one finds what was written`() throws {
        try withCluster(.durable) { cluster in
            try cluster.start()
            #expect(
                try sql("create table t as select 7 as n; select current_user, current_database()", cluster)
                    == "o|d"
            )
            #expect(try sql("show data_checksums; show fsync; show listen_addresses", cluster) == "on\non\n")
            cluster.stop()
            #expect(!cluster.isRunning)
            try cluster.start()
            #expect(try sql("select n from t", cluster) == "7")
        }
    }

    @Test func `a killed server is seen, and what was committed is there after the restart`() throws {
        try withCluster(.durable) { cluster in
            try cluster.start()
            _ = try sql("create table t as select 7 as n", cluster)
            let pid = try #require(cluster.pid)
            #expect(kill(pid, SIGKILL) == 0)
            try awaitEnd(of: pid)
            #expect(!cluster.isRunning)
            try cluster.restart()
            #expect(try sql("select n from t", cluster) == "7")
        }
    }

    @Test func `a second program on the same directory is told who holds it`() throws {
        try withCluster(.throwaway) { cluster in
            try cluster.start()
            let second = try PrivateCluster(directory: cluster.directory, settings: settings(.throwaway))
            #expect(throws: ClusterError.alreadyRunning(directory: cluster.directory, pid: getpid())) {
                try second.start()
            }
            #expect(cluster.isRunning)
        }
    }

    @Test func `a note of a dead server whose pid is another program's does not stop the start`() throws {
        try withCluster(.throwaway) { cluster in
            try cluster.start()
            cluster.stop()
            let note = "\(getpid())\n\(cluster.directory)/data\n1\n5432\n\n\n\n"
            try Data(note.utf8).write(to: URL(filePath: "\(cluster.directory)/data/postmaster.pid"))
            try cluster.start()
            #expect(try sql("select 1", cluster) == "1")
        }
    }

    @Test func `a path too long for a socket gets a short one`() throws {
        let name = String(repeating: "n", count: 120)
        try withCluster(.throwaway, below: name) { cluster in
            try cluster.start()
            #expect(cluster.socketDirectory.utf8.count < 40)
            #expect(try sql("select 1", cluster) == "1")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "an ordinary user's server is the user itself"))
    func `data that the server's user cannot reach goes elsewhere, with a note`() throws {
        try withCluster(.throwaway, parentMode: 0o700) { cluster in
            try cluster.start()
            #expect(cluster.directory.hasPrefix("/var/lib/parlay/"))
            #expect(try #require(cluster.note).contains(cluster.directory))
            #expect(try sql("select 1", cluster) == "1")
        }
    }

    @Test func `stopping leaves no process behind`() throws {
        try withCluster(.throwaway) { cluster in
            try cluster.start()
            let pid = try #require(cluster.pid)
            cluster.stop()
            #expect(kill(pid, 0) == -1)
            let left = try ChildProcess.run(.init("/bin/sh", ["-c", "ls -l /proc/[0-9]*/cwd 2>/dev/null"]))
                .output
            #expect(!left.contains("\(cluster.directory)/data"))
        }
    }

    @Test func `a killed program takes its server along, and the next start recovers`() async throws {
        let directory = "/tmp/parlay-cluster-test-\(getpid())-killed"
        await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String] in
            let cluster = try PrivateCluster(
                directory: directory,
                settings: .init(profile: .durable, database: "d", role: "o")
            )
            try cluster.start()
            // The server takes its own file away when it ends.
            try "\(cluster.pid ?? 0)".write(toFile: "\(directory).pid", atomically: true, encoding: .utf8)
            kill(getpid(), SIGKILL)
        }
        defer { _ = unsafe unlink("\(directory).pid") }
        let pid = try #require(Int32(try read("\(directory).pid")))
        let cluster = try PrivateCluster(directory: directory, settings: settings(.durable))
        try cluster.start()
        #expect(cluster.pid != pid)
        #expect(try sql("select 1", cluster) == "1")
        try cluster.destroy()
    }

    @Test func `the shared test server answers, and is the same for all`() throws {
        let cluster = try TestCluster.shared()
        #expect(try TestCluster.shared() === cluster)
        let url = cluster.superuserURL(database: "postgres")
        #expect(try psql("select rolsuper from pg_roles where rolname = current_user", url) == "t")
    }

    private func settings(_ profile: PrivateCluster.Profile) -> PrivateCluster.Settings {
        .init(profile: profile, database: "d", role: "o")
    }

    private func withCluster(
        _ profile: PrivateCluster.Profile,
        below name: String = "c",
        parentMode: UInt32 = 0o755,
        _ body: (PrivateCluster) throws -> Void
    ) throws {
        let parent = "/tmp/parlay-cluster-test-\(UUID().uuidString)"
        #expect(unsafe mkdir(parent, parentMode) == 0)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: parent) } }
        let cluster = try PrivateCluster(directory: "\(parent)/\(name)", settings: settings(profile))
        defer { #expect(throws: Never.self) { try cluster.destroy() } }
        try body(cluster)
    }

    private func sql(_ query: String, _ cluster: PrivateCluster) throws -> String {
        try psql(query, cluster.connectionString)
    }

    /// Rows as `a|b`, a line each, without the last line's end.
    private func psql(_ query: String, _ url: String) throws -> String {
        let result = try ChildProcess.run(.init("/usr/bin/psql", ["-XqAt", "-d", url, "-c", query]))
        try #require(result.exit == .code(0), "\(result.output)")
        return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
    }
}
