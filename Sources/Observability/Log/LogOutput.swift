internal import Glibc
internal import Reactor

/// A descriptor that is written without waiting, and the bytes that it takes next. Other processes may have the descriptor
/// too, so its own mode stays as it is. Owns a duplicate. Ignore SIGPIPE where its reader may go.
struct LogOutput: ~Copyable {
    enum Result { case written, full, failed }

    private let descriptor: Int32
    private let isSocket: Bool
    /// It cannot be opened again, which needs its owner's rights, and a write to it may wait.
    private let mayBlock: Bool
    var bytes: [UInt8] = []
    private var written = 0

    /// A larger buffer is released after a burst.
    private static let keptCapacity = 1 << 20

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

    /// The number of bytes that are not written yet.
    var unwritten: Int { bytes.count - written }

    /// Writes what fits. If it fails, the bytes are dropped, of which a part may have been written.
    mutating func write() -> Result {
        while unwritten > 0 {
            let count = writeOnce()
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                return .full
            } else if errno != EINTR {
                clear()
                return .failed
            }
        }
        clear()
        return .written
    }

    private func writeOnce() -> Int {
        unsafe bytes.withUnsafeBytes { buffer in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
            if isSocket {
                return unsafe send(
                    descriptor,
                    rest.baseAddress,
                    rest.count,
                    Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
                )
            }
            guard mayBlock else { return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count) }
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard unsafe poll(&state, 1, 0) == 1 else {
                errno = EAGAIN
                return -1
            }
            // A pipe that poll(2) calls writable takes PIPE_BUF bytes at once.
            return unsafe Glibc.write(descriptor, rest.baseAddress, min(rest.count, 4096))
        }
    }

    private mutating func clear() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        written = 0
    }
}
