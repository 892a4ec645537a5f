internal import Glibc
internal import Reactor

/// A descriptor that is written without waiting. Other processes may have it too, so its own mode stays as it is. Owns a
/// duplicate. Ignore SIGPIPE where its reader may go.
struct LogOutput: ~Copyable {
    enum Result { case written, full, failed }

    private let descriptor: Int32
    private let isSocket: Bool
    /// It cannot be opened again, which needs its owner's rights, and a write to it may wait.
    private let mayBlock: Bool

    init(duplicating original: Int32) throws(ReactorError) {
        let duplicate = fcntl(original, F_DUPFD_CLOEXEC, 0)
        var status = stat()
        guard duplicate >= 0, unsafe fstat(duplicate, &status) == 0 else {
            throw .system(call: "fcntl", errno: errno)
        }
        let kind = status.st_mode & S_IFMT
        isSocket = kind == S_IFSOCK
        guard kind == S_IFIFO || kind == S_IFCHR else {
            descriptor = duplicate
            mayBlock = false
            return
        }
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = unsafe open("/proc/self/fd/\(duplicate)", flags)
        if opened >= 0 { close(duplicate) }
        descriptor = opened >= 0 ? opened : duplicate
        mayBlock = opened < 0
    }

    deinit { close(descriptor) }

    /// Advances `start` over what it writes; if it fails, part of it may have been written.
    func write(_ bytes: [UInt8], from start: inout Int) -> Result {
        while start < bytes.count {
            // A pipe that poll(2) calls writable takes PIPE_BUF bytes at once.
            if mayBlock && !isWritable(within: 0) { return .full }
            let first = start
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[first...])
                return unsafe isSocket
                    ? send(descriptor, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                    : Glibc.write(descriptor, rest.baseAddress, mayBlock ? min(rest.count, 4096) : rest.count)
            }
            if count >= 0 {
                start += count
            } else if errno == EAGAIN {
                return .full
            } else if errno != EINTR {
                return .failed
            }
        }
        return .written
    }

    /// Until it can be written, at least a moment.
    func wait(milliseconds: Int32) {
        // Another thread may be writing.
        if isWritable(within: milliseconds) { usleep(100) }
    }

    private func isWritable(within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&state, 1, milliseconds) == 1
    }
}
