internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// What a host says to the systems of phones and to browsers about who shares its passkeys: the apps of the host's tenant, or of all
/// tenants that have no host, and the origins of the tenant's pages.
package struct AssociationFiles: Sendable {
    private let accounts: AccountService
    private let registry: TenantRegistry

    package init(_ accounts: AccountService, _ registry: TenantRegistry) {
        self.accounts = accounts
        self.registry = registry
    }

    package var routes: [PlatformRoute] {
        [
            file("apple-app-site-association", "Apps for Apple's systems that share the host's passkeys") {
                tenants in
                [
                    "webcredentials": [
                        "apps": .array(tenants.flatMap(\.settings.appleApps).map { .string($0) })
                    ]
                ]
            },
            file("assetlinks.json", "Apps for Android that share the host's passkeys") { tenants in
                .array(tenants.flatMap(\.settings.androidApps).map(Self.link))
            },
            file("webauthn", "Origins that share the host's passkeys") {
                [address = accounts.address] tenants in
                let origins = tenants.compactMap { RelyingParty(of: $0, at: address)?.origins }.flatMap(
                    \.self
                )
                var distinct: [String] = []
                for origin in origins where !distinct.contains(origin) { distinct.append(origin) }
                return ["origins": .array(distinct.map { .string($0) })]
            },
        ]
    }

    private func file(
        _ name: String,
        _ summary: String,
        _ content: @escaping @Sendable ([Tenant]) -> JSONValue
    ) -> PlatformRoute {
        PlatformRoute(.get, ".well-known/\(name)", summary) { [registry] request in
            let own = registry.tenant(at: request.head.headers.only("Host"))
            return Response.json(content(own.map { [$0] } ?? registry.withoutHosts))
                .with("Cache-Control", "public, max-age=3600")
        }
    }

    /// Digital Asset Links, with the relation that Android asks for.
    private static func link(_ app: AndroidApp) -> JSONValue {
        [
            "relation": ["delegate_permission/common.get_login_creds"],
            "target": [
                "namespace": "android_app", "package_name": .string(app.name),
                "sha256_cert_fingerprints": .array(app.fingerprints.map { .string($0) }),
            ],
        ]
    }
}
