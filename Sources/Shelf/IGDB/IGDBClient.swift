package import Database
internal import Observability
internal import Outbound
package import Reactor

/// Asks IGDB, within its limits and with a token.
package final class IGDBClient: Sendable {
    private static let tries = 3
    /// Of a request that asks for several pages.
    private static let bodyLimit = 32 * 1024 * 1024
    /// Milliseconds in which no one asks after an answer 429 that does not say for how long.
    private static let throttled: Int64 = 2000

    let settings: IGDBSettings
    private let http: HTTPClient
    private let loop: EventLoop
    private let permits: IGDBPermits
    private let tokens: TwitchTokens
    private let parser: BlockingPool

    package init(_ settings: IGDBSettings, database: DatabasePool, on loop: EventLoop) throws {
        self.settings = settings
        self.loop = loop
        http = try HTTPClient(on: loop, addresses: .any)
        permits = IGDBPermits(database: database, loop: loop)
        tokens = TwitchTokens(
            database: database,
            loop: loop,
            http: http,
            permits: permits,
            base: settings.twitch
        )
        // An answer of 2,500 games takes a tenth of a second.
        parser = try BlockingPool(name: "igdb", threads: 1, capacity: 64, niceness: 5)
    }

    package func close() {
        http.close()
        parser.stop()
    }

    /// What an answer leads to.
    private enum Step<Value: Sendable> {
        case value(Value)
        /// The token is refused.
        case newToken
        case refused(String)
        /// - Parameters:
        ///   - pause: milliseconds for which no one should ask.
        case failed(String, IGDBStore.Ending, pause: Int64)
    }

    /// Asks, again if IGDB fails, and reads the answer on another thread.
    ///
    /// - Parameter timeout: how long to wait for a permit, all tries together.
    /// - Throws: `IGDBError`, or `CancellationError`.
    func ask<Value: Sendable>(
        _ query: IGDBQuery,
        _ credentials: IGDBSettings.Credentials,
        timeout: Duration,
        _ read: @escaping @Sendable ([UInt8]) throws(IGDBAnswer.Malformed) -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + timeout
        var failures = 0
        var refused: String?
        while true {
            let token = try await tokens.token(credentials, refused: refused, until: deadline)
            let permit = try await permits.take(until: deadline)
            let step: Step<Value>
            do {
                step = try await send(query, credentials, token, read)
            } catch {
                // The process stops, or the job took too long. IGDB may still be at it.
                try await permits.finish(permit, .lost)
                throw error
            }
            switch step {
            case .value(let value):
                let proof = IGDBStore.confirmToken(.text(credentials.clientID), .text(token))
                try await permits.finish(permit, .good, and: [proof])
                return value
            case .newToken where refused == nil:
                refused = token
                try await permits.finish(permit, .answered)
            case .newToken:
                let sentence = "IGDB refuses a new token"
                try await permits.finish(permit, .answered, failure: sentence)
                throw IGDBError.unavailable(sentence)
            case .refused(let sentence):
                try await permits.finish(permit, .answered)
                throw IGDBError.refused(sentence)
            case .failed(let sentence, let ending, let pause):
                try await permits.finish(permit, ending, failure: sentence, pause: pause)
                failures += 1
                let backoff = Duration.milliseconds(Int64.random(in: 750...1250)) * (1 << (failures - 1))
                guard failures < Self.tries, ContinuousClock.now + backoff < deadline else {
                    throw IGDBError.unavailable(sentence)
                }
                await loop.sleep(for: backoff)
            }
        }
    }

    private func send<Value: Sendable>(
        _ query: IGDBQuery,
        _ credentials: IGDBSettings.Credentials,
        _ token: String,
        _ read: @escaping @Sendable ([UInt8]) throws(IGDBAnswer.Malformed) -> Value
    ) async throws -> Step<Value> {
        var request = OutboundRequest(.post, settings.igdb + query.path, body: Array(query.body.utf8))
        request.headers = [
            ("Client-ID", credentials.clientID), ("Authorization", "Bearer \(token)"),
            ("Accept", "application/json"), ("Content-Type", "text/plain"), ("User-Agent", "Parlay"),
            IGDBPermits.singleUse,
        ]
        request.timeout = IGDBPermits.requestTimeout
        request.connectTimeout = IGDBPermits.connectTimeout
        request.bodyLimit = Self.bodyLimit
        request.decompresses = true
        let response: OutboundResponse
        do throws(HTTPClientError) {
            response = try await http.send(request)
        } catch {
            try Task.checkCancellation()
            return .failed("no answer from IGDB: \(error)", Self.ending(of: error), pause: 0)
        }
        let pause = (response.retryAfter ?? 0) * 1000
        let reason = IGDBAnswer.reason(response.body).map { credentials.redacting($0, token: token) }
        let sentence = reason.map { "\(response.status), \($0)" } ?? "\(response.status)"
        switch response.status {
        case 200: return try await parse(response.body, read)
        case 401: return .newToken
        case 429:
            return .failed("IGDB throttles: \(sentence)", .answered, pause: max(pause, Self.throttled))
        case 400, 403, 404: return .refused(sentence)
        default: return .failed("IGDB answered \(sentence)", .answered, pause: pause)
        }
    }

    private func parse<Value: Sendable>(
        _ body: [UInt8],
        _ read: @escaping @Sendable ([UInt8]) throws(IGDBAnswer.Malformed) -> Value
    ) async throws -> Step<Value> {
        do {
            return .value(try await parser.run { try read(body) })
        } catch let error as IGDBAnswer.Malformed {
            return .failed(error.sentence, .answered, pause: 0)
        } catch is ReactorError {
            return .failed("too many answers of IGDB are read at the same time", .answered, pause: 0)
        }
    }

    private static func ending(of error: HTTPClientError) -> IGDBStore.Ending {
        switch error {
        case .badRequest, .resolve, .blockedAddress, .connect, .tls: .unsent
        case .timeout, .tooLarge, .tooManyRedirects, .broken, .cancelled: .lost
        }
    }
}
