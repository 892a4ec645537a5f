import FoundationEssentials
import Glibc

/// The paths of a private cluster, and the file operations it needs.
struct ClusterFiles: Sendable {
    /// A socket's address has room for 107 bytes (unix(7)); PostgreSQL adds this name.
    private static let socketName = "/.s.PGSQL.5432"
    private static let longestAddress = 107

    let directory: String
    var data: String { "\(directory)/data" }
    private static let unfinishedName = "data.new"

    /// Where one `initdb` works. The name is unique, because the `initdb` of a killed start may still be running.
    func newUnfinishedData() -> String { "\(directory)/\(Self.unfinishedName)-\(UUID().uuidString)" }

    /// Deletes what interrupted starts left. What an `initdb` still writes to is deleted at a later start.
    func removeUnfinishedData() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names where name.hasPrefix(Self.unfinishedName) {
            try? FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
    }

    var log: String { "\(directory)/postgresql.log" }
    var lock: String { "\(directory)/lock" }
    var pidFile: String { "\(data)/postmaster.pid" }

    /// Below /tmp if the path in the data directory would be too long for a socket.
    var sockets: String {
        let natural = "\(directory)/socket"
        let fits = natural.utf8.count + Self.socketName.utf8.count <= Self.longestAddress
        return fits ? natural : "/tmp/parlay-\(Self.hash(directory))"
    }

    init(directory: String) {
        var path = directory
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if !path.hasPrefix("/") { path = "\(FileManager.default.currentDirectoryPath)/\(path)" }
        self.directory = path
    }

    /// FNV-1a, 64 bits: a short name that is the same at each start.
    static func hash(_ text: String) -> String {
        let value = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func makeDirectories(_ path: String) throws(ClusterError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if unsafe mkdir(made, 0o755) == 0 {
                // Otherwise a strict umask would hide the data from the server's own user.
                try check(unsafe chmod(made, 0o755), "set the mode of", made)
            } else if errno != EEXIST {
                throw .fileSystem(operation: "make the directory", path: made, errno: errno)
            }
        }
    }

    /// A directory that only `user` can enter. An existing one must belong to that user, because anyone can create
    /// one in /tmp.
    static func makePrivateDirectory(_ path: String, for user: ChildProcess.User?) throws(ClusterError) {
        if unsafe mkdir(path, 0o700) == 0 {
            if let user { try check(unsafe lchown(path, user.uid, user.gid), "give away", path) }
        } else if errno != EEXIST {
            throw .fileSystem(operation: "make the directory", path: path, errno: errno)
        }
        var info = stat()
        try check(unsafe lstat(path, &info), "look at", path)
        guard info.st_mode & S_IFMT == S_IFDIR else {
            throw .fileSystem(operation: "use as a directory", path: path, errno: ENOTDIR)
        }
        guard info.st_uid == user?.uid ?? geteuid() else { throw .notOwned(path: path, owner: info.st_uid) }
        try check(unsafe chmod(path, 0o700), "set the mode of", path)
    }

    /// `nil` if there is nothing at `path`.
    static func owner(of path: String) -> ChildProcess.User? {
        var info = stat()
        guard unsafe lstat(path, &info) == 0 else { return nil }
        return ChildProcess.User(uid: info.st_uid, gid: info.st_gid)
    }

    static func remove(_ path: String) throws(ClusterError) {
        guard owner(of: path) != nil else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw .fileSystem(operation: "delete", path: path, errno: errno)
        }
    }

    static func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    static func check(_ result: Int32, _ operation: String, _ path: String) throws(ClusterError) {
        guard result == 0 else { throw .fileSystem(operation: operation, path: path, errno: errno) }
    }

    /// Server processes whose working directory is the data directory: a postmaster and its children, orphaned ones
    /// too.
    func serverPIDs() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        var real = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard unsafe realpath(data, &real) != nil else { return [] }
        let path = String(decoding: real.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return names.compactMap { Int32($0) }.filter { pid in
            Self.workingDirectory(of: pid) == path && Self.contents("/proc/\(pid)/comm") == "postgres\n"
        }
    }

    private static func workingDirectory(of pid: Int32) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd")
    }

    /// The lines of `postmaster.pid`: pid, data, start, port, sockets, address, memory, status.
    func postmaster() -> (pid: Int32, isReady: Bool)? {
        guard let text = Self.contents(pidFile) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let pid = lines.first.flatMap({ Int32($0) }) else { return nil }
        return (pid, lines.count > 7 && lines[7].hasPrefix("ready"))
    }

    func lastLogLines() -> String {
        let lines = (Self.contents(log) ?? "").split(separator: "\n")
        return lines.suffix(5).joined(separator: "\n")
    }
}
