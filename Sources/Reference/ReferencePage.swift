internal import HTTPServer
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The handbook as one page that needs nothing else: readable, and tryable where the server is.
struct ReferencePage: Sendable {
    let handbook: Handbook

    var html: HTML {
        Self.document(
            title: "Parlay API",
            body: """
                <a class="skip" href="#main">Skip to the calls</a>
                \(Self.bar(version: handbook.version, isReference: true))
                <div class="frame">
                \(navigation)
                <main id="main">
                \(introduction)
                \(chapters)
                \(resources)
                <footer>Parlay \(handbook.version). This page is made of the same declarations that serve the calls, as is
                <a href="/openapi.json">openapi.json</a>.</footer>
                </main>
                </div>
                <script>\(HTML.trusted(ReferenceFiles.script))</script>
                """
        )
    }

    // MARK: Frame

    static func document(title: String, body: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <link rel="icon" href="data:image/svg+xml,\(icon)">
        <style>\(HTML.trusted(ReferenceFiles.style))</style>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }

    /// Two dice faces; percent-encoded, as a data URL must be.
    private static let icon =
        "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' "
        + "fill='%230b7a55'/%3E%3Ccircle cx='5' cy='5' r='1.6' fill='white'/%3E%3Ccircle cx='11' cy='11' r='1.6' "
        + "fill='white'/%3E%3Ccircle cx='8' cy='8' r='1.6' fill='white'/%3E%3C/svg%3E"

    /// Nothing from elsewhere, and no script but the page's own.
    static let policy: String = {
        let style = Base64URL.encode(sha256(ReferenceFiles.style).bytes) + "="
        let script = Base64URL.encode(sha256(ReferenceFiles.script).bytes) + "="
        return
            "default-src 'none'; style-src 'sha256-\(style)'; script-src 'sha256-\(script)'; connect-src 'self'; "
            + "img-src data: blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    }()

    static func bar(version: String, isReference: Bool) -> HTML {
        """
        <header class="bar">
        \(isReference ? menu : .none)
        <a class="brand" href="/docs"><span class="die" aria-hidden="true"></span>Parlay <span>API</span></a>
        <span class="version">\(version)</span>
        <nav class="links" aria-label="Pages">
        <a href="/docs"\(isReference ? " aria-current=\"page\"" : HTML.none)>Calls</a>
        <a href="/docs/problems"\(isReference ? HTML.none : " aria-current=\"page\"")>Problems</a>
        <a href="/openapi.json">OpenAPI</a>
        </nav>
        \(isReference ? "<a class=\"who\" id=\"who\" href=\"#session\">not signed in</a>" : HTML.none)
        </header>
        """
    }

    private static let menu: HTML = """
        <button id="menu" type="button" aria-controls="nav" aria-expanded="false" aria-label="Contents">☰</button>
        """

    // MARK: Navigation

    private var navigation: HTML {
        """
        <nav id="nav" aria-label="Calls">
        <div class="search"><input id="find-call" type="search" placeholder="Search calls" aria-label="Search calls"
        autocomplete="off" spellcheck="false"><kbd>/</kbd></div>
        <p id="nothing" hidden>Nothing is called so.</p>
        <ul class="top">
        <li><a href="#start">Getting started</a></li>
        <li><a href="#conventions">Conventions</a></li>
        </ul>
        \(handbook.chapters.map { chapter in
            """
            <section><h2><a href="#\(Self.anchor(chapter.title))">\(chapter.title)</a></h2>
            <ul>\(chapter.calls.map(Self.entry))</ul></section>

            """
        })
        <section><h2><a href="#resources">Resources</a></h2>
        <ul class="plain">\(handbook.schemas.map { schema in
            "<li data-words=\"\(schema.name.lowercased())\"><a href=\"#\(schema.name)\">\(schema.name)</a></li>"
        })</ul></section>
        </nav>
        """
    }

    private static func entry(_ call: CallDescription) -> HTML {
        let words = [call.summary, call.name, call.path, call.method.rawValue].joined(separator: " ")
            .lowercased()
        return """
            <li data-words="\(words)"><a href="#\(call.name)">\(badge(call.method))<span>\(call.summary)</span></a></li>
            """
    }

    static func badge(_ method: HTTPMethod) -> HTML {
        let short = method == .delete ? "DEL" : method.rawValue
        return "<b class=\"method \(method.rawValue.lowercased())\">\(short)</b>"
    }

    static func anchor(_ title: String) -> String {
        title.lowercased().split(separator: " ").joined(separator: "-")
    }

    // MARK: Chapters

    private var chapters: [HTML] {
        handbook.chapters.map { chapter in
            """
            <section class="chapter" id="\(Self.anchor(chapter.title))">
            <div class="head"><h2>\(chapter.title)</h2><p>\(HTML.inline(chapter.summary))</p></div>
            \(chapter.calls.map { article($0) })
            </section>

            """
        }
    }
}
