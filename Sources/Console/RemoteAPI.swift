internal import HTTPServer
internal import Outbound
internal import ParlayAPI
internal import Reactor

/// The API of a server somewhere else, called with a token.
struct RemoteAPI: APIService {
    /// Without a slash at the end.
    private let url: String
    private let token: String
    private let configuration: Configuration

    /// - Parameter tokenFile: its first line is the token.
    init(_ url: String, tokenFile: String, _ configuration: Configuration) throws {
        guard let parts = OutboundURL(url), !parts.hasCredentials, !url.contains(where: { "?#".contains($0) })
        else {
            throw UsageError("--server must be the address of a server, such as https://parlay.example.org")
        }
        guard parts.isSecure || parts.host == "localhost" || PeerAddress(parts.host)?.isLoopback == true
        else {
            throw UsageError(
                "--server must begin with https://, so that nobody on the way reads the token;"
                    + " http:// is for this machine alone"
            )
        }
        self.url = String(url.reversed().drop { $0 == "/" }.reversed())
        token = try Self.token(in: tokenFile)
        self.configuration = configuration
    }

    private static func token(in file: String) throws -> String {
        let token = try SecretFile.read(file)
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandFailure("\(file) has no token: write one on its first line, and nothing else")
        }
        return token
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable (Send) async throws -> Value) async throws -> Value
    {
        let group = try EventLoopGroup(count: 1, name: "remote")
        defer { group.stop() }
        let certificates = configuration[Configuration.httpsCertificates]
        let client = try HTTPClient(
            on: group.first,
            addresses: .any,
            trusting: certificates.isEmpty ? nil : certificates
        )
        return try await Task(executorPreference: group.first) {
            defer { client.close() }
            return try await body { try await send($0, over: client) }
        }.value
    }

    private func send(_ call: APICall, over client: HTTPClient) async throws -> APIAnswer {
        let target = url + call.path + (call.encodedQuery.map { "?\($0)" } ?? "")
        var request = OutboundRequest(OutboundRequest.Method(call.method), target)
        request.headers = [("Authorization", "Token \(token)"), ("Accept", "application/json")]
        if !call.body.isEmpty {
            request.headers.append(("Content-Type", "application/json"))
            request.body = call.body
        }
        let response: OutboundResponse
        do throws(HTTPClientError) {
            response = try await client.send(request)
        } catch {
            throw CommandFailure(Self.sentence(about: error, at: url, after: call.method))
        }
        guard !(300..<400).contains(response.status) else {
            throw CommandFailure(
                "\(url) leads to another address (\(response.status)). Give --server the final one."
            )
        }
        return APIAnswer(status: response.status, body: response.body)
    }

    private static func sentence(about error: HTTPClientError, at url: String, after method: CallMethod)
        -> String
    {
        let sentence = "\(url) cannot be reached: \(error). Check --server."
        switch error {
        case .tls:
            return
                "\(url) was told nothing: \(error). If its certificate is from your own authority, name the file of that"
                + " authority in \(Configuration.httpsCertificates.variable); otherwise check --server."
        case .timeout, .broken, .tooLarge:
            return method == .get
                ? sentence : sentence + " The change may have been made; look before you repeat it."
        default: return sentence
        }
    }
}

extension OutboundRequest.Method {
    fileprivate init(_ method: CallMethod) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
    }
}

/// A file whose first line is a secret. Secrets are not arguments, which everybody on the machine can see.
enum SecretFile {
    static func read(_ path: String) throws -> String {
        do {
            let line = try TextFile.read(path).prefix { !$0.isNewline }
            return String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error)")
        }
    }
}
