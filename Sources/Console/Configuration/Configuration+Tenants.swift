extension Configuration {
    /// Who can see the tenants' names at `/` and in the forms of `/docs`.
    package enum TenantsShown: String, CaseIterable, Sendable {
        case never
        /// Visitors from this machine; see `LocalVisitor`.
        case loopback
        /// Visitors who name this machine as the host, also through a proxy: for one that is published on this machine's
        /// loopback only, as in the local compose stack.
        case localProxy = "local-proxy"
    }

    package static let showsTenants = Setting<TenantsShown>(
        "PARLAY_SHOW_TENANTS",
        default: .never,
        "Whether / and /docs list the tenants to visitors from this machine: `never`, `loopback`, or `local-proxy`, which is only"
            + " for a proxy that no one else can reach.",
        expects: TenantsShown.allCases.map(\.rawValue).joined(separator: " or "),
        parse: { TenantsShown(rawValue: $0) },
        show: \.rawValue
    )

    /// The setting, but `never` unless this installation is for one machine: no other public address is configured, and
    /// it listens only there without a proxy, or says that its proxy does. One of these alone proves little: behind a proxy,
    /// every front listens on loopback.
    package var tenantsShown: TenantsShown {
        let url = self[Self.publicURL]
        let isLocal = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { name in
            url == name || url.hasPrefix(name + ":")
        }
        switch self[Self.showsTenants] {
        case .never: return .never
        case .loopback:
            let isDirect =
                self[Self.trustedProxies].isEmpty
                && ["127.0.0.1", "::1", "localhost"].contains(self[Self.host])
            return isDirect && (isLocal || url.isEmpty) ? .loopback : .never
        case .localProxy: return isLocal ? .localProxy : .never
        }
    }
}
