import Glibc

/// Held by the one program that runs a cluster. The kernel releases it when that program ends.
final class ClusterLock: Sendable {
    private let descriptor: Int32

    /// Throws `alreadyRunning` with the pid of the holder.
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

    /// A child between fork and exec still has a copy of the descriptor, so closing this one would not release the
    /// lock.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
