internal import CLinux
internal import Glibc
internal import Synchronization

/// The thread behind a `LogWriter`, which keeps itself alive until it is stopped and has written everything.
final class LogWriterThread: Sendable {
    let queue: Mutex<LogQueue>
    private let fileDescriptor: Int32
    private let wakeUp: Int32

    /// Lines that come while it waits are written together: a busy server costs a hundred writes a second, not one
    /// for each line.
    private static let gatherMilliseconds: Int32 = 10
    /// A larger buffer is released after a burst.
    private static let keptCapacity = 1 << 20

    /// Writes to a duplicate of `fileDescriptor`: this thread may outlive its caller, who may close the original, and
    /// the next file that is opened would get its number.
    init(fileDescriptor: Int32, queue: consuming LogQueue) throws(LogWriterError) {
        wakeUp = try Self.event()
        let duplicate = fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else {
            let code = errno
            close(wakeUp)
            throw .duplicate(code)
        }
        self.fileDescriptor = duplicate
        self.queue = Mutex(queue)
    }

    deinit {
        close(wakeUp)
        close(fileDescriptor)
    }

    private static func event() throws(LogWriterError) -> Int32 {
        let event = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard event >= 0 else { throw .eventDescriptor(errno) }
        return event
    }

    func start() throws(LogWriterError) {
        // Released by the thread, or below when there is none.
        let retained = unsafe Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<LogWriterThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            retained.toOpaque()
        )
        guard code == 0 else {
            unsafe retained.release()
            throw .thread(code)
        }
        pthread_detach(thread)
    }

    func stop() {
        queue.withLock { $0.stop() }
        wake()
    }

    func wake() { eventfd_write(wakeUp, 1) }

    func flush(timeout: Duration) -> Bool {
        let deadline = ContinuousClock.now + timeout
        guard let event = try? Self.event() else { return false }  // out of descriptors: nothing to wait on
        defer { close(event) }
        guard queue.withLock({ $0.register(event) }) else { return true }
        wake()
        while true {
            let left = deadline - .now
            let milliseconds = Int32(min(max(0, left / .milliseconds(1)), 1e9).rounded(.up))
            let isSignalled = Self.wait(event, milliseconds: milliseconds)
            if isSignalled || left <= .zero { return queue.withLock { $0.withdraw(event) } }
        }
    }

    private func run() {
        blockSignals()
        var batch: [UInt8] = []
        var hasFailed = false
        while true {
            batch.removeAll(keepingCapacity: batch.capacity <= Self.keptCapacity)
            let taken = queue.withLock { $0.take(&batch, hasFailed: hasFailed) }
            if batch.isEmpty {
                if taken.isLast { return }
                _ = Self.wait(wakeUp, milliseconds: -1)
                continue
            }
            hasFailed = !write(batch.span)
            queue.withLock { $0.settle(taken, hasFailed: hasFailed) }
            if !taken.isLast { _ = Self.wait(wakeUp, milliseconds: Self.gatherMilliseconds) }
        }
    }

    /// Signals are for the other threads; a closed reader then gives EPIPE and not SIGPIPE.
    private func blockSignals() {
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    /// False if the descriptor failed; part of it may have been written.
    private func write(_ bytes: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var rest = unsafe buffer[...]
            while unsafe !rest.isEmpty {
                let count = unsafe Glibc.write(
                    fileDescriptor,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if count >= 0 {
                    unsafe rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var writable = pollfd(fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
                    unsafe poll(&writable, 1, -1)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// Waits for an eventfd and resets it; false on a timeout or a signal. -1 means no timeout.
    private static func wait(_ event: Int32, milliseconds: Int32) -> Bool {
        var readable = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&readable, 1, milliseconds) == 1 else { return false }
        var count: eventfd_t = 0
        return unsafe eventfd_read(event, &count) == 0
    }
}
