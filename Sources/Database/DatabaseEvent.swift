internal import CPostgreSQL
internal import Synchronization

/// What happens on connections apart from the answers to statements.
package enum DatabaseEvent: Sendable, Equatable {
    /// The pool could not replace a connection that it lost, or open its first ones: once until `back`.
    case lost(reason: String)
    /// The pool has connections again.
    case back(after: Duration)
    case notice(DatabaseNotice)
}

/// A message of the server that is not an error of a statement (PostgreSQL manual, 55.8).
package struct DatabaseNotice: Sendable, Equatable {
    /// `WARNING`, `NOTICE` and so on, in English.
    package let severity: String
    package let message: String
    package let detail: String?
    package let hint: String?
}

/// Receives the notices of one connection, which would otherwise be printed to stderr between the lines of the log.
@safe final class NoticeReceiver {
    private let observer: @Sendable (DatabaseEvent) -> Void

    /// The connection must not outlive the receiver.
    init(of connection: OpaquePointer, _ observer: @escaping @Sendable (DatabaseEvent) -> Void) {
        self.observer = observer
        _ = unsafe PQsetNoticeReceiver(
            connection,
            { receiver, result in
                guard let receiver = unsafe receiver else { return }
                unsafe Unmanaged<NoticeReceiver>.fromOpaque(receiver).takeUnretainedValue().receive(result)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func receive(_ result: OpaquePointer?) {
        func field(_ code: Character) -> String? {
            guard let ascii = code.asciiValue, let text = unsafe PQresultErrorField(result, Int32(ascii))
            else { return nil }
            return unsafe String(cString: text)
        }
        observer(
            .notice(
                DatabaseNotice(
                    severity: field("V") ?? "NOTICE",
                    message: field("M") ?? "",
                    detail: field("D"),
                    hint: field("H")
                )
            )
        )
    }
}

/// Makes one event of the failures of all connections of a pool.
final class Outage: Sendable {
    private struct State {
        /// The groups of connections that could not open one.
        var failing: Set<ObjectIdentifier> = []
        var since = ContinuousClock.now
    }

    private let observer: @Sendable (DatabaseEvent) -> Void
    private let state = Mutex(State())

    init(_ observer: @escaping @Sendable (DatabaseEvent) -> Void) { self.observer = observer }

    func begin(_ group: ConnectionGroup, reason: String) {
        let isFirst = state.withLock { state in
            let isFirst = state.failing.isEmpty
            if isFirst { state.since = .now }
            state.failing.insert(ObjectIdentifier(group))
            return isFirst
        }
        if isFirst { observer(.lost(reason: reason)) }
    }

    func end(_ group: ConnectionGroup) {
        let since = state.withLock { state -> ContinuousClock.Instant? in
            guard state.failing.remove(ObjectIdentifier(group)) != nil, state.failing.isEmpty else {
                return nil
            }
            return state.since
        }
        if let since { observer(.back(after: since.duration(to: .now))) }
    }
}
