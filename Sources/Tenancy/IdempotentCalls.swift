internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Security

/// Runs a call with an idempotency key at most once: all its writes and its answer commit together or not at all. See
/// decision 20.
struct IdempotentCalls: Sendable {
    /// How long a call waits for another with the same key before it is refused.
    let timeout: Duration

    /// An error answer: it undoes the writes and is not stored.
    private struct Unsuccessful: Error {
        let response: Response
    }

    /// - Parameters:
    ///   - box: encrypts the body of the answer if it contains a secret.
    ///   - prepare: see `TenantRoute.prepare`.
    func answer(
        _ call: Call,
        _ key: IdempotencyKey,
        sealedIn box: SecretBox?,
        _ prepare: (Call) async throws -> TenantRoute.Handler
    ) async throws -> Response {
        var prepared: TenantRoute.Handler?
        let deadline = ContinuousClock.now + timeout
        var pause = Duration.milliseconds(5)
        while true {
            // Looks first without a transaction, which would hold a connection: most repeated calls find their answer
            // here.
            let found = try await call.session.read(IdempotencyStore.find(key, in: call.session))
            if let answer = try found.first { return try answer.response(to: key, sealedIn: box) }
            // Before the transaction, and only once: it may have hashed a password.
            let handler: TenantRoute.Handler
            if let prepared { handler = prepared } else { handler = try await prepare(call) }
            prepared = handler
            if let response = try await attempt(call, key, box, handler) { return response }
            guard ContinuousClock.now < deadline else { throw IdempotencyError.inFlight }
            await EventLoop.current?.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(200))
        }
    }

    /// `nil` while another call has the key.
    private func attempt(
        _ call: Call,
        _ key: IdempotencyKey,
        _ box: SecretBox?,
        _ handler: TenantRoute.Handler
    ) async throws -> Response? {
        let session = call.session
        do {
            return try await session.transaction {
                let claim = try await session.read(IdempotencyStore.claim(key, in: session)).one
                guard claim.isClaimed else { return nil }
                if let answer = claim.answer { return try answer.response(to: key, sealedIn: box) }
                let response = try await handler(call)
                guard (200..<300).contains(response.status) else { throw Unsuccessful(response: response) }
                let body = try box?.seal(response.body.bytes) ?? response.body.bytes
                try await session.writeWithCommit(
                    IdempotencyStore.record(response, body, for: key, in: session)
                )
                return response
            }
        } catch let unsuccessful as Unsuccessful {
            return unsuccessful.response
        } catch DatabaseError.statement(let failure)
            where failure.constraint == IdempotencyStore.newerAnswer
        {
            // Cannot happen while we hold the lock, unless a clock is a day ahead.
            throw IdempotencyError.inFlight
        }
    }
}
