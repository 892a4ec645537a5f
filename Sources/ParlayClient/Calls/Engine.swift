internal import Foundation
internal import ParlayAPI

/// Sends calls: adds the token, retries safely, and enforces the time limit.
struct Engine: Sendable {
    /// Ends with a slash.
    let base: String
    let transport: any HTTPTransport
    let sockets: any WebSocketTransport
    let keeper: SignInKeeper
    var retries: RetryPolicy
    let ticker: Ticker
    let userAgent: String

    /// Sends a call and decodes its answer, outside of the caller's actor.
    @concurrent func value<Value: Decodable & Sendable>(_ call: Call<Value>) async throws(ParlayError)
        -> Value
    {
        try JSON.value(Value.self, from: try await answer(call))
    }

    /// Like `value`, with the version.
    @concurrent func versioned<Value: Decodable & Sendable>(_ call: Call<Value>)
        async throws(ParlayError) -> Versioned<Value>
    {
        let response = try await answer(call)
        return Versioned(try JSON.value(Value.self, from: response), version: response.version)
    }

    /// Sends a call whose answer has no content.
    @concurrent func send(_ call: Call<Void>) async throws(ParlayError) {
        _ = try await answer(call)
    }

    @concurrent func answer(_ call: Call<some Any>) async throws(ParlayError) -> TransportResponse {
        let token = call.token == .none ? nil : try await keeper.signIn()?.token
        if call.token == .required && token == nil { throw .notSignedIn }
        let request = try request(call, token: token)
        do {
            return try await attempts(request, call.repetition)
        } catch .problem(let problem, let retryAfter) {
            if problem.status == 401, call.obeysRefusal, let token { try await keeper.refused(token) }
            throw .problem(problem, retryAfter: retryAfter)
        }
    }

    private func attempts(_ request: TransportRequest, _ repetition: CallRepetition)
        async throws(ParlayError) -> TransportResponse
    {
        let end = ticker.now() + retries.timeLimit
        // The last failure of an attempt that may have taken effect.
        var unknown: ParlayError?
        var count = 0
        while true {
            count += 1
            let (error, retryAfter): (ParlayError, Duration?)
            switch try await attempt(request, until: end) {
            case .answered(let response): return response
            case .failed(.problem(let problem, _), .final)
            where repetition == .removal && unknown != nil && problem.saysGone:
                return TransportResponse(status: 204)
            case .failed(let failure, .final): throw failure
            case .failed(let failure, .undone(let wait)): (error, retryAfter) = (failure, wait)
            case .failed(let failure, .uncertain(let wait)):
                if repetition == .never { throw failure }
                if request.method != "GET" { unknown = failure }
                (error, retryAfter) = (failure, wait)
            }
            let pause = retries.pause(after: count, retryAfter: retryAfter)
            let next = ticker.now() + pause
            // That the last attempt did nothing says nothing about the ones before.
            guard count < retries.attempts, next < end else { throw unknown ?? error }
            do { try await ticker.sleep(next) } catch { throw .cancelled }
        }
    }

    /// Sends a request once, and gives up at `end`.
    private func attempt(_ request: TransportRequest, until end: Duration)
        async throws(ParlayError) -> Verdict
    {
        if Task.isCancelled { throw .cancelled }
        let result = await withTaskGroup(of: Result<TransportResponse, any Error>.self) { group in
            group.addTask { [transport] in
                do { return .success(try await transport.send(request)) } catch { return .failure(error) }
            }
            group.addTask { [ticker] in
                // A cancelled wait ends early; the task then ends too.
                try? await ticker.sleep(end)
                return .failure(TransportError.timedOut)
            }
            let first = await group.next() ?? .failure(TransportError.timedOut)
            group.cancelAll()
            return first
        }
        switch result {
        case .success(let response): return Verdict(response)
        case .failure(let error):
            if Task.isCancelled { throw .cancelled }
            return Verdict(error)
        }
    }

    // MARK: The request

    func request(_ call: Call<some Any>, token: String?) throws(ParlayError) -> TransportRequest {
        let query = call.query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }
        let address = base + call.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        guard let url = URL(string: address) else {
            throw .transport(.other("\(address) is not an address."))
        }
        var headers = ["Accept": call.accept, "User-Agent": userAgent]
        if let token { headers["Authorization"] = "Token \(token)" }
        if call.body != nil { headers["Content-Type"] = call.contentType }
        if let version = call.version { headers["If-Match"] = version.rawValue }
        // Created once per call: its attempts are one call for the server.
        if call.method == .post { headers["Idempotency-Key"] = UUID().uuidString }
        return TransportRequest(method: call.method.rawValue, url: url, headers: headers, body: call.body)
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    /// Percent-encoded for a path or a query. Also encodes plus signs, which some servers read as spaces.
    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
