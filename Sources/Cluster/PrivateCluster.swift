import FoundationEssentials
import Glibc
import Synchronization

/// A PostgreSQL server that belongs to this installation. It is created on first use, is reached through a socket
/// that only its own user and root can open, and stops when this process ends, even if it is killed.
///
/// PostgreSQL refuses to run as root, so under root the server runs as the user `postgres` or as the owner of
/// existing data. Every call blocks its thread.
package final class PrivateCluster: Sendable {
    package enum Profile: Sendable {
        /// Committed changes survive a power failure.
        case durable
        /// For tests: does not wait for the disk, nor clean up.
        case throwaway
    }

    package struct Settings: Sendable {
        package var profile: Profile
        package var database: String
        /// A superuser with login: it migrates and creates the front's and the worker's roles.
        package var role: String
        /// How long a start can take; after a crash the server first replays its log.
        package var startLimit: Duration = .seconds(300)
        /// Delete the directory if this process dies before `stop()`.
        package var removesDirectory = false
        /// Further settings of the server, such as `wal_level=logical`.
        package var options: [String] = []

        package init(profile: Profile, database: String = "parlay", role: String = "parlay_owner") {
            self.profile = profile
            self.database = database
            self.role = role
        }
    }

    private struct State {
        var lock: ClusterLock?
        var server: ChildProcess?
    }

    private let settings: Settings
    private let files: ClusterFiles
    private let user: ChildProcess.User?
    private let state = Mutex(State())

    /// A note for the operator, for example that the data is in another place than asked for.
    package let note: String?
    package var directory: String { files.directory }
    package var socketDirectory: String { files.sockets }
    package var logFile: String { files.log }

    /// Finds the data directory and its owner; creates only the directory.
    package init(directory: String, settings: Settings) throws(ClusterError) {
        let wanted = ClusterFiles(directory: directory)
        try ClusterFiles.makeDirectories(wanted.directory)
        let user = try Self.serverUser(for: wanted)
        self.settings = settings
        self.user = user
        if let user, try !Self.canEnter(wanted.directory, user) {
            let hash = ClusterFiles.hash(wanted.directory)
            files = ClusterFiles(directory: "/var/lib/parlay/\(hash)")
            try ClusterFiles.makeDirectories(files.directory)
            note =
                "PostgreSQL runs as user \(user.uid), who cannot access \(wanted.directory), so its data is in"
                + " \(files.directory)"
        } else {
            files = wanted
            note = nil
        }
    }

    /// The database as its superuser, as a libpq URI (`DATABASE_URL`).
    package var connectionString: String { connectionString(database: settings.database) }

    package func connectionString(database: String) -> String {
        let host = Self.percentEncoded(files.sockets)
        return "postgresql:///\(Self.percentEncoded(database))?host=\(host)"
            + "&user=\(Self.percentEncoded(settings.role))"
    }

    /// The pid of the server; `nil` if it does not run.
    package var pid: Int32? {
        state.withLock { state in state.server.flatMap { $0.isRunning ? $0.pid : nil } }
    }

    package var isRunning: Bool { pid != nil }

    /// Returns when the server accepts connections and has the database and the role. Does nothing if it already
    /// runs.
    package func start() throws(ClusterError) {
        try state.withLock { state throws(ClusterError) in
            if let server = state.server, server.isRunning { return }
            state.server = nil
            let isFirst = state.lock == nil
            if isFirst { state.lock = try ClusterLock(files) }
            do throws(ClusterError) {
                let binaries = try prepare()
                let server = try launch(binaries)
                state.server = server
                try waitUntilReady(server)
                try makeDatabase(binaries)
            } catch {
                if let server = state.server { Self.end(server) }
                state.server = nil
                if isFirst { state.lock = nil }
                throw error
            }
        }
    }

    /// Starts the server again if it died; committed changes are preserved.
    package func restart() throws(ClusterError) { try start() }

    /// Ends the sessions and stops the server cleanly.
    package func stop() {
        state.withLock { state in
            if let server = state.server { Self.end(server) }
            state.server = nil
            state.lock = nil
        }
    }

    /// Stops the server without waiting for the disk and deletes the whole directory.
    package func destroy() throws(ClusterError) {
        try state.withLock { state throws(ClusterError) in
            if let server = state.server {
                server.signal(SIGQUIT)
                if server.wait(atMost: .seconds(5)) == nil { Self.end(server) }
            }
            state.server = nil
            try ClusterFiles.remove(files.sockets)
            try ClusterFiles.remove(files.directory)
            state.lock = nil
        }
    }
}

extension PrivateCluster {
    private static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    /// The caller's PGDATA, PGHOST and so on must have no effect.
    private static let environment = ["PATH": path, "LC_ALL": "C.UTF-8", "TZ": "UTC"]

    /// `nil` if this process is not root: the server then runs as the same user.
    private static func serverUser(for files: ClusterFiles) throws(ClusterError) -> ChildProcess.User? {
        let owner = ClusterFiles.owner(of: files.data)
        guard geteuid() == 0 else {
            if let owner, owner.uid != geteuid() { throw .notOwned(path: files.data, owner: owner.uid) }
            return nil
        }
        if let owner, owner.uid != 0 { return owner }
        guard let entry = unsafe getpwnam("postgres") else { throw .noServerUser("postgres") }
        return unsafe ChildProcess.User(uid: entry.pointee.pw_uid, gid: entry.pointee.pw_gid)
    }

    private static func canEnter(_ path: String, _ user: ChildProcess.User) throws(ClusterError) -> Bool {
        var command = ChildProcess.Command("/bin/sh", ["-c", "cd -- \"$1\"", "sh", path])
        command.environment = environment
        command.asUser = user
        return try ChildProcess.run(command).exit == .code(0)
    }

    /// Creates the data on first use and cleans up after a killed server.
    private func prepare() throws(ClusterError) -> ServerBinaries {
        let version = ClusterFiles.contents("\(files.data)/PG_VERSION").map {
            String($0.prefix { $0 != "\n" })
        }
        let binaries = try ServerBinaries.find(version: version, path: Self.path)
        try ClusterFiles.makePrivateDirectory(files.sockets, for: user)
        files.removeUnfinishedData()
        if version == nil {
            try initialize(binaries)
        } else {
            try clearStalePidFile()
        }
        return binaries
    }

    /// Runs `initdb` in a folder next to the final place, then renames: an interrupted start leaves nothing half-made.
    private func initialize(_ binaries: ServerBinaries) throws(ClusterError) {
        let unfinished = files.newUnfinishedData()
        try ClusterFiles.makePrivateDirectory(unfinished, for: user)
        var arguments = [
            "--pgdata=\(unfinished)", "--username=postgres", "--auth-local=trust",
            "--auth-host=reject",
            "--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums", "--no-instructions",
        ]
        if settings.profile == .throwaway { arguments.append("--no-sync") }
        try run(binaries["initdb"], arguments, asUser: user)
        let moved = unsafe rename(unfinished, files.data)
        try ClusterFiles.check(moved, "move the new database to", files.data)
    }

    /// We hold the lock, so the program that ran this server has ended and its watchdog is stopping the server: wait
    /// for that. A pid file without a server must also be removed, because its pid may belong to another program by
    /// now.
    private func clearStalePidFile() throws(ClusterError) {
        let start = ContinuousClock.now
        while let pid = files.serverPIDs().first {
            guard start.duration(to: .now) < .seconds(15) else {
                throw .alreadyRunning(directory: files.directory, pid: files.postmaster()?.pid ?? pid)
            }
            ChildProcess.pause()
        }
        try ClusterFiles.remove(files.pidFile)
    }

    private func launch(_ binaries: ServerBinaries) throws(ClusterError) -> ChildProcess {
        var options = [
            "listen_addresses=", "port=5432", "unix_socket_directories=\(Self.quotedListItem(files.sockets))",
            "unix_socket_permissions=0700", "max_connections=\(settings.profile == .throwaway ? 500 : 200)",
            // Tests have dozens of databases.
            "shared_buffers=\(settings.profile == .throwaway ? 512 : 128)MB", "timezone=UTC",
            "log_timezone=UTC", "logging_collector=off", "cluster_name=parlay",
        ]
        if settings.profile == .throwaway {
            options += ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"]
            options += ["wal_level=minimal", "max_wal_senders=0", "checkpoint_timeout=1d", "jit=off"]
        }
        options += settings.options
        var command = ChildProcess.Command(binaries["postgres"], ["-D", files.data])
        command.arguments += options.flatMap { ["-c", $0] }
        command.environment = Self.environment
        command.stdout = .file(files.log)
        command.stderr = .file(files.log)
        command.asUser = user
        // SIGINT ends sessions; SIGTERM would wait for other programs to disconnect.
        command.lifeline.signal = SIGINT
        command.lifeline.removing = settings.removesDirectory ? files.directory : nil
        return try ChildProcess(starting: command)
    }

    private func waitUntilReady(_ server: ChildProcess) throws(ClusterError) {
        let start = ContinuousClock.now
        while true {
            if let postmaster = files.postmaster(), postmaster.pid == server.pid, postmaster.isReady {
                return
            }
            guard server.isRunning else {
                throw .serverEnded(log: files.log, lastLines: files.lastLogLines())
            }
            guard start.duration(to: .now) < settings.startLimit else {
                throw .notReady(log: files.log, seconds: settings.startLimit.components.seconds)
            }
            ChildProcess.pause()
        }
    }

    private func makeDatabase(_ binaries: ServerBinaries) throws(ClusterError) {
        let script = """
            select format('create role %I superuser login', :'role')
             where not exists (select from pg_roles where rolname = :'role')
            \\gexec
            select format('create database %I owner %I', :'database', :'role')
             where not exists (select from pg_database where datname = :'database')
            \\gexec

            """
        let arguments = [
            "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=role=\(settings.role)",
            "--set=database=\(settings.database)", "--host=\(files.sockets)", "--port=5432",
            "--username=postgres",
            "--dbname=postgres", "--no-password",
        ]
        try run(binaries["psql"], arguments, input: script)
    }

    private func run(
        _ program: String,
        _ arguments: [String],
        input: String? = nil,
        asUser user: ChildProcess.User? = nil
    ) throws(ClusterError) {
        var command = ChildProcess.Command(program, arguments)
        command.environment = Self.environment
        command.input = input
        command.asUser = user
        let result = try ChildProcess.run(command)
        guard result.exit == .code(0) else { throw .commandFailed(program: program, output: result.output) }
    }

    /// Fast shutdown, then immediate, then by SIGKILL.
    private static func end(_ server: ChildProcess) {
        for (signal, limit) in [(SIGINT, 60), (SIGQUIT, 10), (SIGKILL, 10)] {
            guard server.signal(signal) else { return }
            if server.wait(atMost: .seconds(limit)) != nil { return }
        }
    }

    /// The option is a list of quoted names, and a path can contain commas and spaces.
    private static func quotedListItem(_ path: String) -> String {
        "\"" + path.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."),
                UInt8(ascii: "/"):
                String(UnicodeScalar(byte))
            default:
                (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        .joined()
    }
}
