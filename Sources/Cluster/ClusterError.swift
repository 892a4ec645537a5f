import Glibc

/// Why the private PostgreSQL cannot run; `description` says what to do.
package enum ClusterError: Error, Equatable, CustomStringConvertible {
    case serverNotInstalled
    /// The data needs a major version that is not installed.
    case versionNotInstalled(needed: String, found: [String])
    /// There is no user to run the server as, instead of root.
    case noServerUser(String)
    case alreadyRunning(directory: String, pid: Int32)
    case notOwned(path: String, owner: UInt32)
    case commandFailed(program: String, output: String)
    case serverEnded(log: String, lastLines: String)
    case notReady(log: String, seconds: Int64)
    case fileSystem(operation: String, path: String, errno: Int32)

    package var description: String {
        switch self {
        case .serverNotInstalled:
            "No PostgreSQL server was found in /usr/lib/postgresql or PATH. Install it with"
                + " \"apt-get install postgresql\", or set DATABASE_URL to a server that runs elsewhere."
        case .versionNotInstalled(let needed, let found):
            "The data was made by PostgreSQL \(needed), but only \(found.joined(separator: ", ")) is installed."
                + " Install postgresql-\(needed), or move the data with pg_upgrade."
        case .noServerUser(let name):
            "PostgreSQL refuses to run as root, and there is no user \"\(name)\" to run it as. Install the package"
                + " \"postgresql\", which creates that user, or run this as an ordinary user."
        case .alreadyRunning(let directory, let pid):
            "Process \(pid) already uses the database in \(directory). Stop it first, or set PARLAY_DATA to"
                + " another directory."
        case .notOwned(let path, let owner):
            "\(path) belongs to user \(owner). Run this as that user or as root, or set PARLAY_DATA to another"
                + " directory."
        case .commandFailed(let program, let output):
            "\(program) failed: \(output)"
        case .serverEnded(let log, let lastLines):
            "PostgreSQL stopped while starting. Its log \(log) ends with: \(lastLines)"
        case .notReady(let log, let seconds):
            "PostgreSQL was not ready after \(seconds) seconds. See its log \(log)."
        case .fileSystem(let operation, let path, let code):
            "Could not \(operation) \(path): \(unsafe String(cString: strerror(code)))."
        }
    }
}
