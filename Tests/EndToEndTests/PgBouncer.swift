import Cluster
import Foundation
import Glibc
import TestDatabases
import TestSupport

/// Debian's PgBouncer before the tests' PostgreSQL, until the value goes away.
final class PgBouncer: Sendable {
    static let program = "/usr/sbin/pgbouncer"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    let port: UInt16
    private let process: ChildProcess
    private let directory: String

    /// - Parameter mode: `session`, `transaction` or `statement`.
    init(mode: String, poolSize: Int = 20) async throws {
        guard let sockets = try TestCluster.shared().socketDirectory else {
            throw Parlay.Failure("the tests' PostgreSQL has no Unix socket")
        }
        directory = "/tmp/parlay-pgbouncer-\(getpid())-\(UUID().uuidString.prefix(8))"
        port = try Parlay.freePort()
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        let users = ["postgres", "parlay_front", "parlay_worker", "parlay_owner"]
        try users.map { "\"\($0)\" \"\"\n" }.joined().write(
            toFile: "\(directory)/users",
            atomically: true,
            encoding: .utf8
        )
        let settings = """
            [databases]
            * = host=\(sockets)
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = trust
            auth_file = \(directory)/users
            pool_mode = \(mode)
            default_pool_size = \(poolSize)
            """
        try settings.write(toFile: "\(directory)/pgbouncer.ini", atomically: true, encoding: .utf8)
        // It refuses root, and only its owner enters the directory of the socket.
        var status = stat()
        guard unsafe stat(sockets, &status) == 0 else { throw Parlay.Failure("no directory \(sockets)") }
        var command = ChildProcess.Command(Self.program, ["\(directory)/pgbouncer.ini"])
        command.stderr = .file("\(directory)/log")
        command.stdout = .null
        if geteuid() == 0 {
            command.asUser = ChildProcess.User(uid: status.st_uid, gid: status.st_gid)
        }
        process = try ChildProcess(starting: command)
        let log = "\(directory)/log"
        try await eventually("pgbouncer") { [process] in
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if !process.isRunning { throw Parlay.Failure("pgbouncer ended: \(text)") }
            return text.contains("process up")
        }
    }

    deinit {
        process.signal(SIGTERM)
        _ = process.wait(atMost: .seconds(30))
        try? FileManager.default.removeItem(atPath: directory)
    }

    func url(_ database: String, user: String = "postgres") -> String {
        "postgresql://\(user)@127.0.0.1:\(port)/\(database)"
    }
}
