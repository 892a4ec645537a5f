internal import Database
internal import Outbound
internal import Reactor

/// The token for IGDB, which all processes share. One of them renews it while the others wait, or go on with the old one.
struct TwitchTokens: Sendable {
    private static let timeout = Duration.seconds(10)
    /// Seconds until a token that still works is tried to be renewed again.
    private static let retry: Int64 = 60

    let database: DatabasePool
    let loop: EventLoop
    let http: HTTPClient
    let permits: IGDBPermits
    /// Twitch's address.
    let base: String

    /// - Parameter refused: a token that IGDB has just refused.
    func token(
        _ credentials: IGDBSettings.Credentials,
        refused: String? = nil,
        until deadline: ContinuousClock.Instant
    ) async throws -> String {
        while true {
            try Task.checkCancellation()
            let query = IGDBStore.token(.text(credentials.clientID), .text(refused))
            let answer = try await database.write(query).one
            switch answer.step {
            case .use:
                if let token = answer.token { return token }
            case .renew:
                return try await renew(credentials, old: answer.token)
            case .wait:
                guard ContinuousClock.now < deadline else { throw IGDBError.busy }
                await loop.sleep(for: .milliseconds(answer.waitMilliseconds ?? 100))
            case .paused:
                try await permits.pause(milliseconds: answer.waitMilliseconds ?? 0, until: deadline)
            case .refused:
                let sentence = "IGDB refuses a new token"
                try await permits.finish(nil, .answered, failure: sentence)
                throw IGDBError.unavailable(sentence)
            }
        }
    }

    /// - Parameter old: a token that still works.
    private func renew(_ credentials: IGDBSettings.Credentials, old: String?) async throws -> String {
        func postponeRenewal(_ seconds: Int64) -> Query {
            IGDBStore.postponeRenewal(.text(credentials.clientID), .integer(seconds))
        }
        do {
            let new = try await Self.request(credentials, at: base, http)
            let store = IGDBStore.storeToken(
                .text(credentials.clientID),
                .text(new.token),
                .integer(new.seconds)
            )
            _ = try await database.write([store])
            return new.token
        } catch let failure as Failure {
            try await permits.finish(
                nil,
                .answered,
                failure: failure.sentence,
                pause: old == nil ? failure.pause : 0,
                and: [postponeRenewal(old == nil ? 0 : Self.retry)]
            )
            if let old { return old }
            throw IGDBError.unavailable(failure.sentence)
        } catch let error as CancellationError {
            _ = try await database.write([postponeRenewal(0)])
            throw error
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let sentence: String
        /// Milliseconds.
        var pause: Int64 = 0

        var description: String { sentence }
    }

    /// A new token.
    ///
    /// - Parameter base: Twitch's address.
    static func request(
        _ credentials: IGDBSettings.Credentials,
        at base: String,
        _ http: HTTPClient
    ) async throws -> (token: String, seconds: Int64) {
        // The characters of both need no escapes. The URL is in no error of the client.
        let query =
            "client_id=\(credentials.clientID)&client_secret=\(credentials.secret)&grant_type=client_credentials"
        var request = OutboundRequest(.post, "\(base)/oauth2/token?\(query)", body: [])
        request.headers = [
            ("Accept", "application/json"), ("User-Agent", "Parlay"), IGDBPermits.singleUse,
        ]
        request.timeout = timeout
        request.bodyLimit = 64 * 1024
        let response: OutboundResponse
        do throws(HTTPClientError) {
            response = try await http.send(request)
        } catch {
            try Task.checkCancellation()
            throw Failure(sentence: "no token from Twitch: \(error)")
        }
        guard response.status == 200 else {
            let reason = IGDBAnswer.reason(response.body).map { ": \(credentials.redacting($0))" } ?? ""
            throw Failure(
                sentence: "Twitch issues no token: \(response.status)\(reason)",
                pause: (response.retryAfter ?? 0) * 1000
            )
        }
        do throws(IGDBAnswer.Malformed) {
            return try IGDBAnswer.token(response.body)
        } catch {
            throw Failure(sentence: error.sentence)
        }
    }

    /// Ends a token; Twitch keeps about 25 valid at a time.
    static func revoke(
        _ token: String,
        _ credentials: IGDBSettings.Credentials,
        at base: String,
        _ http: HTTPClient
    ) async throws {
        let query = "client_id=\(credentials.clientID)&token=\(token)"
        var request = OutboundRequest(.post, "\(base)/oauth2/revoke?\(query)", body: [])
        request.timeout = timeout
        _ = try await http.send(request)
    }
}

extension IGDBSettings.Credentials {
    /// A text of a server that may repeat what it was sent.
    func redacting(_ text: String, token: String? = nil) -> String {
        [secret, token].compactMap(\.self).filter { $0.utf8.count >= 6 }.reduce(text) {
            $0.replacing($1, with: "<redacted>")
        }
    }
}
