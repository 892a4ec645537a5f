#if os(Linux)
internal import Glibc

/// Waits of a socket's thread, which end early when a task has a command.
struct SocketPoll {
    enum Result {
        /// One of the sockets is ready, or broken.
        case ready
        /// The mailbox has a command.
        case woken
        case expired
    }

    let mailbox: SocketMailbox

    /// Waits until a socket is ready or the time has come.
    func wait(for sockets: inout [pollfd], until deadline: ContinuousClock.Instant) -> Result {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            if left <= .zero { return .expired }
            // Rounded up, so that it is not asked again and again within the last millisecond.
            let milliseconds =
                left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            sockets.append(pollfd(fd: mailbox.wakeUp, events: Int16(POLLIN), revents: 0))
            let count = unsafe poll(&sockets, nfds_t(sockets.count), Int32(clamping: milliseconds))
            let wakeUp = sockets.removeLast()
            if wakeUp.revents != 0 {
                mailbox.clearWakeUp()
                return .woken
            }
            if count > 0 { return .ready }
        }
    }

    /// Waits while the socket is being opened.
    func wait(for socket: Int32, events: Int32, opening deadline: ContinuousClock.Instant)
        throws(WebSocketError)
    {
        var sockets = [pollfd(fd: socket, events: Int16(events), revents: 0)]
        try check(wait(for: &sockets, until: deadline))
    }

    /// A socket that is not open yet is closed by letting go of it.
    func check(_ result: Result) throws(WebSocketError) {
        if mailbox.command != .none { throw .failed(.other("The socket was closed.")) }
        if result == .expired { throw .failed(.timedOut) }
    }
}
#endif
