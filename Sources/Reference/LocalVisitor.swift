internal import HTTPServer
package import Localization
internal import ParlayAPI
package import Tenancy

/// The tenants of an installation for visitors from its machine: `/` lists them, and the forms offer them.
package struct TenantList: Sendable {
    package struct Tenant: Sendable {
        let slug: String
        let name: String
        let modules: [Module]
        /// Whether it is a demo tenant, with the demo accounts.
        let isDemo: Bool
    }

    private let tenants: @Sendable () -> [Tenant]
    let logins: DemoLogins
    private let throughProxy: Bool

    /// - Parameters:
    ///   - demo: the demo tenants.
    ///   - throughProxy: a proxy is in front that only this machine can reach.
    package init(_ registry: TenantRegistry, demo: DemoLogins, throughProxy: Bool) {
        self.throughProxy = throughProxy
        logins = demo
        tenants = {
            registry.slugs.compactMap { registry.tenant($0) }.filter(\.isActive).map { tenant in
                Tenant(
                    slug: tenant.slug,
                    name: tenant.name,
                    modules: Module.allCases.filter(tenant.modules.contains),
                    isDemo: demo.tenants.contains(tenant.slug)
                )
            }
        }
    }

    /// Those that the sender of a request may see.
    func visible(to head: RequestHead) -> [Tenant] {
        let isLocal = throughProxy ? LocalVisitor.named(head) : LocalVisitor.sent(head)
        return isLocal ? tenants() : []
    }
}

/// Who can sign in at the demo tenants.
package struct DemoLogins: Sendable {
    /// Their slugs.
    let tenants: Set<String>
    /// What those are for whose module does not say it, by their slugs.
    let purposes: [String: @Sendable (Localizer) -> String]
    /// The first is an admin, the second a moderator.
    let usernames: [String]
    let password: String

    package init(
        _ tenants: Set<String>,
        purposes: [String: @Sendable (Localizer) -> String] = [:],
        usernames: [String],
        password: String
    ) {
        self.tenants = tenants
        self.purposes = purposes
        self.usernames = usernames
        self.password = password
    }

    /// The names with their roles: `ada`, `admin`.
    var people: [(name: String, role: String?)] {
        let roles: [String?] = ["admin", "moderator"]
        return usernames.enumerated().map { ($1, $0 < roles.count ? roles[$0] : nil) }
    }
}

/// Whether a request comes from the serving machine, without a proxy.
///
/// A proxy on the same machine connects from loopback for the whole world, but keeps the requested host or names its
/// client in a header. One that does neither is indistinguishable from a local visitor, which is why only `parlay up` and the local
/// compose stack list tenants (`PARLAY_SHOW_TENANTS`). The check of the host also excludes pages of other sites whose names were
/// made to resolve to this machine.
enum LocalVisitor {
    static func sent(_ head: RequestHead) -> Bool {
        head.peer.isLoopback && named(head) && proxyHeaders.allSatisfy { head.headers[$0] == nil }
    }

    /// Whether it names this machine as its host, which a proxy passes on.
    static func named(_ head: RequestHead) -> Bool { head.headers["Host"].map(isLoopback(host:)) ?? false }

    private static let proxyHeaders = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server",
        "X-Real-IP",
        "Via",
    ]

    /// A name or an address with or without a port.
    private static func isLoopback(host: String) -> Bool {
        let name = host.hasPrefix("[") ? host : String(host.split(separator: ":").first ?? "")
        if name.lowercased() == "localhost" { return true }
        return PeerAddress(name)?.isLoopback ?? false
    }
}
