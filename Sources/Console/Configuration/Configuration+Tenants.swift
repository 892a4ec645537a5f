extension Configuration {
    /// Who can see the tenants' names at `/` and in the forms of `/docs`.
    package enum TenantsShown: String, CaseIterable, Sendable {
        case never
        /// Visitors from this machine; see `LocalVisitor`.
        case loopback
    }

    package static let showsTenants = Setting<TenantsShown>(
        "PARLAY_SHOW_TENANTS",
        default: .never,
        "Whether / and /docs list the tenants to visitors from this machine.",
        expects: TenantsShown.allCases.map(\.rawValue).joined(separator: " or "),
        parse: { TenantsShown(rawValue: $0) },
        show: \.rawValue
    )

    /// Whether this installation is for one machine: it listens only there, no proxy is in front of it, and no public
    /// address is configured. One of these alone proves little: behind a proxy, every front listens on loopback.
    package var listsTenants: Bool {
        let url = self[Self.publicURL]
        let isLocal =
            url.isEmpty
            || ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { name in
                url == name || url.hasPrefix(name + ":")
            }
        return self[Self.showsTenants] == .loopback && self[Self.trustedProxies].isEmpty && isLocal
            && ["127.0.0.1", "::1", "localhost"].contains(self[Self.host])
    }
}
