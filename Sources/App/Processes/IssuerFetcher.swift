internal import Accounts
internal import Console
internal import Outbound
internal import Reactor
internal import Synchronization

/// Fetches the keys of issuers. Its client is made for the first one: most installations have none.
final class IssuerFetcher: Sendable {
    private let loop: EventLoop
    private let configuration: Configuration
    private let made = Mutex<IssuerClient?>(nil)

    init(on loop: EventLoop, _ configuration: Configuration) {
        self.loop = loop
        self.configuration = configuration
    }

    var fetch: IssuerKeyring.Fetch {
        { issuer throws(IssuerError) in try await self.client().keys(of: issuer) }
    }

    private func client() throws(IssuerError) -> IssuerClient {
        try made.withLock { made throws(IssuerError) in
            if let made { return made }
            do throws(HTTPClientError) {
                let client = IssuerClient(try configuration.tenantClient(on: loop))
                made = client
                return client
            } catch {
                throw .unreachable(.discovery, error)
            }
        }
    }
}
