import CLinux
import Foundation
import Glibc
import Synchronization

/// A datagram socket as systemd has it, at a path or an abstract name.
final class NotificationSocket: Sendable {
    /// What `NOTIFY_SOCKET` says.
    let name: String
    private let descriptor: Int32
    private let seen = Mutex<[String]>([])

    init(_ name: String) throws {
        self.name = name
        descriptor = unsafe parlay_receive_datagrams(name)
        guard descriptor >= 0 else { throw Parlay.Failure("no socket at \(name): errno \(errno)") }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
        if name.hasPrefix("/") { unsafe unlink(name) }
    }

    static func abstract() throws -> NotificationSocket {
        try NotificationSocket("@parlay-notify-\(getpid())-\(UUID().uuidString)")
    }

    /// The messages so far, oldest first.
    var messages: [String] {
        seen.withLock { seen in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return seen }
                seen.append(String(decoding: buffer.prefix(count), as: UTF8.self))
            }
        }
    }

    /// How many messages have this assignment.
    func count(_ assignment: String) -> Int {
        messages.count { $0.split(separator: "\n").contains(Substring(assignment)) }
    }
}
