extension Configuration {
    /// Who sees the names of the tenants at `/` and in the forms of `/docs`.
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

    /// Whether this is an installation for one machine: it listens there alone, no proxy stands in front of it, and no
    /// address of it is told to anybody. One of these by itself says little: behind a proxy every front is on loopback.
    var listsTenants: Bool {
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
