import Glibc

/// Held by the one program that runs a cluster. The kernel lets go of it when that program ends, however it ends.
final class ClusterLock: Sendable {
    private let descriptor: Int32

    /// Throws `alreadyRunning` with the pid of who holds it.
    init(_ files: ClusterFiles) throws(ClusterError) {
        let descriptor = unsafe open(files.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EACCES, let owner = ClusterFiles.owner(of: files.directory) {
                throw .notOwned(path: files.directory, owner: owner.uid)
            }
            throw .fileSystem(operation: "open", path: files.lock, errno: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = ClusterFiles.contents(files.lock).flatMap { Int32($0.prefix { $0 != "\n" }) }
            close(descriptor)
            throw .alreadyRunning(directory: files.directory, pid: holder ?? 0)
        }
        let note = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, unsafe pwrite(descriptor, note, note.count, 0) == note.count
        else {
            let code = errno
            close(descriptor)
            throw .fileSystem(operation: "write", path: files.lock, errno: code)
        }
        self.descriptor = descriptor
    }

    /// A child between fork and exec still holds a copy of the descriptor, so that closing this one would not do.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
