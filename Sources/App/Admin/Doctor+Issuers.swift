internal import Accounts
internal import Console
internal import Outbound
internal import Reactor
internal import Tenancy

extension Doctor {
    /// How many issuers are asked at the same time.
    private static let issuersAtOnce = 16

    /// Fetches the keys of every issuer that an active tenant trusts, as a front does.
    mutating func examineIssuers() async throws {
        var users: [String: [String]] = [:]
        // Those at which pages begin sign-ins.
        var onWeb: Set<String> = []
        for tenant in tenants where tenant.isActive {
            for issuer in tenant.settings.oidcIssuers {
                users[issuer.issuer, default: []].append(tenant.slug)
                if issuer.webClientID != nil { onWeb.insert(issuer.issuer) }
            }
        }
        guard !users.isEmpty else { return }
        let group = try EventLoopGroup(count: 1, name: "issuers")
        defer { group.stop() }
        let http = try configuration.tenantClient(on: group.first)
        defer { http.close() }
        let client = IssuerClient(http)
        let errors = await withTaskGroup(of: (String, IssuerError?).self) { [onWeb] tasks in
            var errors: [String: IssuerError] = [:]
            var waiting = users.keys.sorted()[...]
            for issuer in waiting.prefix(Self.issuersAtOnce) {
                waiting.removeFirst()
                tasks.addTask { (issuer, await Self.failure(of: issuer, onWeb.contains(issuer), client)) }
            }
            while let (issuer, error) = await tasks.next() {
                errors[issuer] = error
                if let next = waiting.popFirst() {
                    tasks.addTask { (next, await Self.failure(of: next, onWeb.contains(next), client)) }
                }
            }
            return errors
        }
        for (issuer, slugs) in users.sorted(by: { $0.key < $1.key }) {
            guard let error = errors[issuer] else {
                note(.good, "issuer", "\(issuer) publishes its keys")
                continue
            }
            let trusting = "trusted by \(slugs.sorted().joined(separator: ", "))"
            note(.bad, "issuer", "\(issuer), \(trusting): \(error). \(error.remedy)")
        }
    }

    private static func failure(of issuer: String, _ isOnWeb: Bool, _ client: IssuerClient) async
        -> IssuerError?
    {
        do throws(IssuerError) {
            let keys = try await client.keys(of: issuer)
            return isOnWeb && keys.authorization == nil ? .noAuthorization : nil
        } catch {
            return error
        }
    }
}

extension IssuerError {
    /// What an operator can do, as a sentence.
    fileprivate var remedy: String {
        switch self {
        case .unreachable(_, .blockedAddress):
            "Only public addresses are allowed; PARLAY_WEBHOOK_PRIVATE can allow others."
        case .unreachable(_, .tls):
            "If its certificate is from your own authority, name that in PARLAY_HTTPS_CA."
        case .unreachable:
            "Check that this machine reaches it, and that `oidc_issuers` has the right address."
        case .otherIssuer(_?): "Write it in `oidc_issuers` exactly as it names itself."
        case .status(.discovery, _), .notJSON(.discovery), .otherIssuer(nil):
            "Check that `oidc_issuers` has the right address: this is not that of an OpenID Connect issuer."
        case .status(.keys, _), .notJSON(.keys), .noKeysURL, .notKeySet, .noUsableKey:
            "Only the operator of the issuer can fix this; until then no one can sign in with it."
        case .noAuthorization:
            "Remove `web_client_id`: the pages cannot begin a sign-in there."
        }
    }
}
