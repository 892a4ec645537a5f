internal import ParlayAPI
internal import Security
package import Tenancy

/// The address of an installation for people's browsers.
package struct InstallationAddress: Sendable {
    /// As browsers name it in `Origin`: `https://play.example.org`.
    let origin: String
    /// That passkeys are for; `nil` for an IP address, for which there are none.
    let host: String?
    /// With its colon; empty for the scheme's own.
    let port: String

    /// - Parameter url: scheme, host and perhaps a port.
    package init(_ url: String) {
        let url = url.lowercased()
        let scheme = url.hasPrefix("https://") ? "https://" : "http://"
        let authority = url.dropFirst(url.hasPrefix(scheme) ? scheme.count : 0).prefix { $0 != "/" }
        let name =
            authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        port = String(authority.dropFirst(name.count))
        origin = scheme + authority
        switch name {
        // A browser on the machine itself says either.
        case "127.0.0.1", "[::1]": host = "localhost"
        case _ where name.hasPrefix("[") || name.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }):
            host = nil
        default: host = String(name)
        }
    }
}

/// Whom a tenant's passkeys are for (WebAuthn Level 3, section 4, "Relying Party Identifier").
package struct RelyingParty: Sendable {
    package let id: String
    private let tenant: Tenant
    private let installation: InstallationAddress

    /// `nil` if the app is at an IP address.
    package init?(of tenant: Tenant, at installation: InstallationAddress) {
        guard let id = tenant.hosts.first ?? installation.host else { return nil }
        self.id = id
        self.tenant = tenant
        self.installation = installation
    }

    /// Whether pages of an origin, or an app that it names, are the tenant's.
    package func admits(_ origin: String) -> Bool {
        if origins.contains(origin) || appOrigins.contains(origin) { return true }
        // Nobody else can be there.
        guard id == "localhost" || id.hasSuffix(".localhost") else { return false }
        return origin == "http://\(id)" || origin.hasPrefix("http://\(id):")
    }

    /// The pages that may use the tenant's passkeys, in the form of `Origin`.
    package var origins: [String] {
        let hosts = tenant.hosts.flatMap { host in
            ["https://\(host)"] + (installation.port.isEmpty ? [] : ["https://\(host)\(installation.port)"])
        }
        let listed = tenant.settings.allowedOrigins.filter { $0 != "*" }.map(WebOrigin.canonical)
        return (tenant.hosts.isEmpty ? [installation.origin] : hosts) + listed
    }

    /// As Android names apps: by the digests of the certificates that sign them.
    private var appOrigins: [String] {
        tenant.settings.androidApps.flatMap(\.fingerprints).compactMap { fingerprint in
            Hexadecimal.decode(fingerprint.replacing(":", with: "").lowercased())
                .map { "android:apk-key-hash:\(Base64URL.encode($0))" }
        }
    }
}
