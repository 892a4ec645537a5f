internal import HTTPServer
internal import Markup
internal import Outbound
internal import Security
internal import Synchronization
internal import Tenancy

/// The home screen in a browser, at `/live/{tenant}`: all games with their prices, which move as they change. One
/// document without assets; its script reads the public tree and follows the public stream.
final class LivePage: Sendable {
    /// One for each name, because a slug may be given to another tenant and a name may change.
    private struct Heading: Hashable {
        let slug: String
        let name: String
    }

    /// How many rendered pages are kept.
    private static let capacity = 256

    private let rendered = Mutex<[Heading: Response]>([:])

    /// `nil` if the tenant's games are not public.
    func response(_ tenant: Tenant) -> Response? {
        guard tenant.settings[SportsbookSettings.publicSportsbook] else { return nil }
        let heading = Heading(slug: tenant.slug, name: tenant.name)
        if let known = rendered.withLock({ $0[heading] }) { return known }
        let response = Self.response(Self.html(heading))
        rendered.withLock { pages in
            if pages.count >= Self.capacity { pages.removeAll() }
            pages[heading] = response
        }
        return response
    }

    private static func response(_ html: String) -> Response {
        let bytes = Array(html.utf8)
        return Response(
            status: 200,
            contentType: "text/html; charset=utf-8",
            body: SharedBytes(compressing: bytes)
        )
        .tagged(String(sha256(bytes).hex.prefix(32)))
        .with("Cache-Control", "no-cache")
        .with("Content-Security-Policy", policy)
        .with("Referrer-Policy", "no-referrer")
        .with("X-Content-Type-Options", "nosniff")
    }

    // MARK: The document

    private static let style = text(PackageResources.page_css)
    private static let script = [
        PackageResources.model_js, PackageResources.view_js, PackageResources.connection_js,
    ]
    .map(text).joined()
    private static let template = text(PackageResources.page_html)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Only this page's style and script, and nothing that the script could turn into markup: names of teams are
    /// written by tenants. `'self'` includes the WebSocket of this server (CSP 3, section 6.7.2.8).
    private static let policy =
        "default-src 'none'; style-src \(source(style)); script-src \(source(script)); connect-src 'self'; "
        + "img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'"

    private static func source(_ text: String) -> String { "'sha256-\(Base64.encode(sha256(text).bytes))'" }

    /// The template with its `{{…}}` filled in. What is filled in is not searched again.
    private static func html(_ heading: Heading) -> String {
        let values = [
            "style": style, "script": script, "slug": heading.slug.escapedForHTML(),
            "name": heading.name.escapedForHTML(),
        ]
        var html = ""
        for (index, part) in template.split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = part.firstRange(of: "}}") else {
                html += part
                continue
            }
            html += values[String(part[..<end.lowerBound])] ?? ""
            html += part[end.upperBound...]
        }
        return html
    }
}
