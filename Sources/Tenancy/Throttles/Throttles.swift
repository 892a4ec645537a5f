internal import Database
internal import HTTPServer
package import ParlayAPI

/// The rules of throttling, for calls that anybody may make. Counts persist even if the call is undone.
package struct Throttles: Sendable {
    /// Calls that each count. The raw value is stored in rows and never renamed.
    package enum Kind: String, Sendable {
        case register
        case reset
        /// Of an email address. With the limit of resets.
        case verification
        /// Of a username or an email address, before registering. With the limit of registrations.
        case availability
    }

    package let settings: ThrottleSettings

    package init(_ settings: ThrottleSettings) { self.settings = settings }

    /// Counts a call from this address; throws `Throttled` beyond the limit.
    package func count(_ kind: Kind, in session: Session) async throws {
        let limit: Int?
        switch kind {
        case .register, .availability: limit = settings.registrations
        case .reset, .verification: limit = settings.resets
        }
        guard let limit else { return }
        let calls = try await session.writeApart(
            ThrottleStore.call(
                .id(session.tenant.id),
                .text(kind.rawValue),
                .text(session.address.network.description),
                .time(session.now),
                .integer(settings.window)
            )
        )
        guard let calls = try calls.first, calls.count > limit else { return }
        throw Throttled(until: calls.windowEnd, at: session.now)
    }

    /// Counts a wrong guess. Returns how many seconds to delay its answer.
    ///
    /// - Throws: `Throttled` if the limit was reached before this guess, so that it learns nothing.
    package func fail(_ subject: ThrottleStore.LoginSubject, in session: Session) async throws -> Int {
        let (failures, blocked) = try await session.writeApart(
            ThrottleStore.fail(session.tenant.id, subject, settings, at: session.now),
            ThrottleStore.blocked(session.tenant.id, subject, at: session.now)
        )
        var counts: [String: Int] = [:]
        for failure in try failures.all { counts[failure.kind] = failure.count }
        guard counts["login_pair"] != nil, counts["login_address"] != nil else {
            throw Throttled(until: try blocked.one ?? session.now.adding(seconds: 1), at: session.now)
        }
        return settings.delay(afterFailures: counts["login_account"] ?? 0)
    }
}

extension Throttled {
    /// Rounded up, so that a client that waits this long is let in.
    package init(until end: Timestamp, at now: Timestamp) {
        self.init(seconds: max(1, Int((end.milliseconds - now.milliseconds + 999) / 1000)))
    }
}
