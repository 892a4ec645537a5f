internal import Glibc
internal import HTTPServer
internal import ParlayAPI
internal import Security
package import Tenancy

/// What makes a tenant's app look like its own: the name and a colour.
package struct Theme: Sendable {
    /// `#0b6f4f`; `nil` for the default.
    let color: String?
    let name: String

    package init(_ tenant: Tenant) {
        color = tenant.settings.accentColor
        name = tenant.name
    }

    /// Changes with the theme.
    var version: String { String(sha256("\(color ?? "") \(name)").hex.prefix(8)) }

    var style: String {
        guard let color, TenantSettings.isColor(color) else { return ":root {}\n" }
        return ":root { --accent-light: \(color); --accent-dark: \(color); }\n"
    }

    /// What text needs to be readable (WCAG 2.2, 1.4.3). Pages darken a colour that has less; see app.css.
    package static let leastContrast = 4.5

    /// The contrast of `#0b6f4f` with white, from 1 to 21 (WCAG 2.2); `nil` if it is no such colour.
    package static func contrastWithWhite(of color: String) -> Double? {
        guard TenantSettings.isColor(color), let bits = Int(color.dropFirst(), radix: 16) else { return nil }
        let weights = [(16, 0.2126), (8, 0.7152), (0, 0.0722)]
        let luminance = weights.reduce(0.0) { sum, part in
            let value = Double(bits >> part.0 & 0xFF) / 255
            return sum + part.1 * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
        }
        return 1.05 / (luminance + 0.05)
    }

    func manifest(base: String) -> JSONObject {
        [
            "name": .string(name), "short_name": .string(String(name.prefix(12))), "start_url": .string(base),
            "scope": .string(base), "display": "standalone", "background_color": "#fbfaf8",
            "theme_color": .string(color ?? "#0b6f4f"),
            "icons": [
                [
                    "src": .string("\(base)icon.svg"), "type": "image/svg+xml", "sizes": "any",
                    "purpose": "any maskable",
                ]
            ],
        ]
    }

    /// A die that shows three, on the tenant's colour; within the safe zone of maskable icons.
    var icon: HTML {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="\(color ?? "#0b6f4f")"/>\
        <g fill="#fff"><circle cx="160" cy="160" r="44"/><circle cx="256" cy="256" r="44"/><circle cx="352" cy="352" r="44"/></g></svg>
        """
    }
}

extension Visit {
    var theme: Theme { Theme(tenant) }
}

extension Site {
    /// What browsers read beside the pages. Nothing here is about a person.
    var appFiles: [TenantRoute] {
        [
            file("theme.css", "text/css; charset=utf-8") { theme, _ in Array(theme.style.utf8) },
            file("manifest.webmanifest", "application/manifest+json") { $0.manifest(base: $1).jsonBytes() },
            file("icon.svg", "image/svg+xml") { theme, _ in Array(theme.icon.text.utf8) },
            TenantRoute(.get, "sw.js", "Service worker", access: .open) { [files] _ in
                guard let response = files.response("worker.js") else {
                    throw TenancyError.notFound("Not found.")
                }
                return response.with("Cache-Control", "no-cache")
            }
            .checkingQueryItself(),
        ]
    }

    private func file(_ name: String, _ type: String, _ bytes: @escaping @Sendable (Theme, String) -> [UInt8])
        -> TenantRoute
    {
        TenantRoute(.get, name, "File of the app", access: .open) { [self] call in
            let base = base(of: call.tenant, call.request.head)
            let body = bytes(Theme(call.tenant), base)
            return Response(status: 200, contentType: type, body: body)
                .with("Cache-Control", "public, max-age=3600")
        }
        .checkingQueryItself()
    }
}
