internal import Glibc

/// What systemd, or another program that speaks its protocol, wants to know about this process (sd_notify(3),
/// sd_watchdog_enabled(3)).
package struct Supervision: Sendable, Equatable {
    /// The variables that it is read from. They are for this process alone: its children must not inherit them.
    package static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

    /// The path of a datagram socket, or its abstract name behind an `@`; `nil` if no one wants to know.
    package let socket: String?
    /// At least one `WATCHDOG=1` is expected in each such interval.
    package let watchdog: Duration?

    package init(_ environment: [String: String] = [:], pid: Int32 = getpid()) {
        let socket = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        self.socket = socket
        let isForThis = environment["WATCHDOG_PID"].map { $0 == String(pid) } ?? true
        guard socket != nil, isForThis, let text = environment["WATCHDOG_USEC"], let interval = Int64(text),
            interval > 0
        else {
            watchdog = nil
            return
        }
        watchdog = .microseconds(interval)
    }

    /// Removes the variables from the environment of this process. Call it before there are other threads.
    package static func hideFromChildren() {
        for variable in variables { unsafe unsetenv(variable) }
    }
}
