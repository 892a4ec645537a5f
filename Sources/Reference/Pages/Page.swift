internal import Pages
internal import Tenancy

/// A page of the server in words: a frame that needs nothing from elsewhere, and its content.
struct Page: Sendable {
    /// `/docs/profiles`
    let path: String
    let title: String
    /// For search engines and link previews.
    let summary: String
    /// The sidebar; `nil` for a page of a single column without forms.
    let navigation: Navigation?
    let body: HTML

    init(_ path: String, title: String, summary: String, navigation: Navigation?, body: HTML) {
        self.path = path
        self.title = title
        self.summary = summary
        self.navigation = navigation
        self.body = body
    }

    func html(version: String) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="description" content="\(summary)">
        <title>\(title)</title>
        <link rel="icon" href="/favicon.ico" sizes="any">
        <link rel="stylesheet" href="/docs/page.css">
        <script type="module" src="/docs/page.js"></script>
        </head>
        <body>
        <a class="skip" href="#main">Skip to the text</a>
        \(bar(version: version))
        \(frame)
        <footer><span>Parlay \(version)</span><a href="/">Home</a><a href="/docs">API reference</a>\
        <a href="/docs/problems">Problem codes</a><a href="/openapi.json">openapi.json</a></footer>
        \(navigation.map { SessionDialog(tenant: $0.tenant).html } ?? .none)
        </body>
        </html>

        """
    }

    private var frame: HTML {
        guard let navigation else { return "<main id=\"main\" class=\"single\">\n\(body)\n</main>" }
        return """
            <div class="frame">
            \(navigation.html)
            <main id="main">
            \(body)
            </main>
            </div>
            """
    }

    /// Only scripts, styles and pictures of this server, and nothing that a script could turn into markup.
    static let policy =
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; "
        + "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

    // MARK: The bar

    private func bar(version: String) -> HTML {
        """
        <header class="bar">
        \(navigation == nil ? HTML.none : Self.menu)
        <a class="brand" href="/"><span class="die" aria-hidden="true"></span>Parlay</a>
        <nav class="links" aria-label="Pages">
        \(link("/docs", "Reference", isHere: path.hasPrefix("/docs") && !isGuide && path != "/docs/problems"))
        \(link("/docs/guides/getting-started", "Guides", isHere: isGuide))
        \(link("/docs/problems", "Problems", isHere: path == "/docs/problems"))
        </nav>
        \(Self.search)
        \(navigation == nil ? HTML.none : Self.session)
        </header>
        """
    }

    private var isGuide: Bool { path.hasPrefix("/docs/guides/") || path.hasPrefix(DecisionIndex.path) }

    private func link(_ path: String, _ title: String, isHere: Bool) -> HTML {
        "<a href=\"\(path)\"\(isHere ? " aria-current=\"page\"" : HTML.none)>\(title)</a>"
    }

    /// Without a script, leads to the contents below the text; with one, opens them beside it.
    private static let menu: HTML = """
        <a id="menu" href="#nav" role="button" aria-label="Contents">☰</a>
        """

    /// Without a script, leads to the list of everything; with one, opens a dialog.
    private static let search: HTML = """
        <a class="find" id="find" href="\(SearchPage.path)"><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.5"/>\
        <path d="M10.5 10.5 14 14"/></svg><span>Search</span><kbd aria-hidden="true">/</kbd></a>
        """

    private static let session: HTML = """
        <button class="who" id="who" type="button" hidden>Sign in to try</button>
        """

    /// `Signing in` is `signing-in`.
    static func anchor(_ title: String) -> String { Markdown.anchor(title) }
}

/// The sign-in dialog for the forms. Opened by the page's script.
private struct SessionDialog {
    let tenant: String

    var html: HTML {
        """
        <dialog id="session" aria-labelledby="session-title">
        <form id="session-form" autocomplete="off">
        <h2 id="session-title">Sign in to try calls</h2>
        <p>The forms send calls to this server. The token stays in this tab until you close the tab or change
        the tenant.</p>
        <label>Tenant<input id="tenant" name="tenant" value="\(tenant)" spellcheck="false" autocapitalize="none"></label>
        <label>Username or email<input id="username" name="username" spellcheck="false" autocapitalize="none"
        autocomplete="username"></label>
        <label>Password<input id="password" name="password" type="password" autocomplete="current-password"></label>
        <p id="demo-hint" hidden></p>
        <button type="submit" class="primary">Sign in</button>
        <label>Or paste a token<input id="token" name="token" type="password" spellcheck="false"
        autocomplete="off" placeholder="parlay_…"></label>
        <p id="session-state" role="status" aria-live="polite"></p>
        <div class="actions"><button type="button" id="forget">Remove the token</button>
        <button type="button" id="session-close">Close</button></div>
        </form>
        </dialog>
        """
    }
}

/// The sidebar of a page with forms.
struct Navigation: Sendable {
    let html: HTML
    /// The tenant that the forms try calls with until the reader names one.
    let tenant: String
}
