internal import Accounts
internal import Console
internal import Outbound
internal import Reactor
internal import Synchronization

/// Fetches the keys of issuers, and asks providers. Its client is made for the first one: most installations have none.
final class IssuerFetcher: Sendable {
    private let loop: EventLoop
    private let configuration: Configuration
    private let made = Mutex<HTTPClient?>(nil)

    init(on loop: EventLoop, _ configuration: Configuration) {
        self.loop = loop
        self.configuration = configuration
    }

    var fetch: IssuerKeyring.Fetch {
        { issuer throws(IssuerError) in
            let client: HTTPClient
            do throws(HTTPClientError) {
                client = try self.client()
            } catch {
                throw .unreachable(.discovery, error)
            }
            return try await IssuerClient(client).keys(of: issuer)
        }
    }

    var send: OAuthClient.Send {
        { request throws(HTTPClientError) in try await self.client().send(request) }
    }

    private func client() throws(HTTPClientError) -> HTTPClient {
        try made.withLock { made throws(HTTPClientError) in
            if let made { return made }
            let client = try configuration.tenantClient(on: loop)
            made = client
            return client
        }
    }
}
