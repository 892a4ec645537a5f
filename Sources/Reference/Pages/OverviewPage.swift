internal import Pages
internal import ParlayAPI
internal import Tenancy

/// `/docs`: an overview, and the rules for every call.
struct OverviewPage {
    let site: Site

    var page: Page {
        Page(
            "/docs",
            title: "Parlay API",
            summary: "The reference of the Parlay API: every call, guides, problem codes and conventions.",
            navigation: site.navigation(on: "/docs"),
            body: """
                <section class="intro" id="start">
                <h1>The Parlay API</h1>
                <p class="lead">One self-hosted backend for social play. New here? Start with
                <a href="/docs/guides/getting-started">Getting started</a>: ten minutes from a running server to the first calls.</p>
                <div class="cards">
                <div class="card"><h2>Base address</h2><pre><code>\(Samples.origin)/v1/\(site.handbook.contents.tenant)/</code></pre>
                <p>One installation serves many apps, called tenants. Each has its own accounts, data and modules.</p></div>
                <div class="card"><h2>Authentication</h2><pre><code>Authorization: Token parlay_…</code></pre>
                <p>Get a token when you <a href="\(site.path(ofCall: "register"))">register</a> or
                <a href="\(site.path(ofCall: "login"))">sign in</a>. <code>Bearer</code> works too.</p></div>
                </div>
                <noscript><p class="note">The forms need JavaScript, and without it the search is <a href="\(SearchPage.path)">a list of everything</a>.</p></noscript>
                </section>
                <section class="part" id="calls"><h2>Calls</h2>
                <p>Each has samples in \(Samples.titles), and a form that sends it to this server.</p>
                <ul class="tiles">\(site.handbook.chapters.map { chapter in
                    """
                    <li><a href="\(Site.path(of: chapter))"><strong>\(chapter.title)</strong> <small>\(Self.count(chapter))</small>
                    <span>\(HTML.inline(chapter.summary))</span></a></li>

                    """
                })</ul></section>
                \(guides(in: .guides, id: "guides"))
                \(guides(in: .operation, id: "operators"))
                \(guides(in: .inside, id: "inside", and: Self.decisions))
                \(conventions)
                """
        )
    }

    private static func count(_ chapter: Handbook.Chapter) -> String {
        chapter.calls.count == 1 ? "1 call" : "\(chapter.calls.count) calls"
    }

    private func guides(in group: GuideFile.Group, id: String, and more: HTML = .none) -> HTML {
        let tiles = site.guides.filter { $0.source.group == group }
            .map { Self.tile($0.path, $0.title, $0.summary) }
        return """
            <section class="part" id="\(id)"><h2>\(group.rawValue)</h2>
            <ul class="tiles">\(tiles)\(more)</ul></section>
            """
    }

    private static let decisions = tile(
        DecisionIndex.path,
        "Decisions",
        "Why Parlay is as it is: each costly choice with its reasons."
    )

    private static func tile(_ path: String, _ title: String, _ summary: String) -> HTML {
        "<li><a href=\"\(path)\"><strong>\(title)</strong><span>\(summary)</span></a></li>\n"
    }

    /// The rules for every call, in Markdown.
    struct Rule: Sendable {
        let title: String
        let text: String
        var anchor: String { "rule-" + Page.anchor(title) }
    }

    static let rules = [
        Rule(
            title: "JSON",
            text:
                "UTF-8 with `snake_case` keys. Unknown fields in a body are rejected by name. Fields and calls of a "
                + "module are available only if the tenant has turned the module on."
        ),
        Rule(
            title: "Values",
            text:
                "Times are RFC 3339 in UTC with milliseconds; in bodies any offset works. Money is an integer count "
                + "of cents. Ids are integers. Text is not trimmed."
        ),
        Rule(
            title: "Problems",
            text:
                "Every error is `application/problem+json` with a stable `code`, a `detail` for people and, for "
                + "bodies, `errors` by field, all at once."
        ),
        Rule(
            title: "Lists",
            text:
                "`{\"items\": […], \"next_cursor\": …}`, 25 items a page unless you set `limit`. Send `next_cursor` "
                + "as `cursor`, or follow the header `Link`. Pages stay stable when rows are added or removed."
        ),
        Rule(
            title: "Repeating",
            text:
                "A `POST` with an `Idempotency-Key` can be sent again safely: for 24 hours the same key and body get "
                + "the first answer again, and nothing happens twice."
        ),
        Rule(
            title: "Editing",
            text:
                "Send the `ETag` that you read as `If-Match`. If someone edited it first, the answer is 412. With "
                + "`If-None-Match`, the answer is 304 if nothing has changed."
        ),
        Rule(
            title: "Limits",
            text:
                "Answers to a token carry `RateLimit-*`. For 429 and 503, `Retry-After` says how many seconds to "
                + "wait; nothing was changed."
        ),
        Rule(
            title: "Error precedence",
            text:
                "404 unknown tenant or path, 405, 401, 429, 413 and 415, 400, 404 of a resource, 403, 412, 422, 409. The "
                + "first one that applies is the answer."
        ),
    ]

    private var conventions: HTML {
        """
        <section class="part" id="conventions"><h2>Conventions</h2>
        <p>These hold for every call.</p>
        <dl class="rules">\(Self.rules.map { rule in
            """
            <div id="\(rule.anchor)"><dt>\(rule.title)</dt><dd>\(HTML.inline(rule.text))</dd></div>

            """
        })</dl>
        <p><a href="/docs/problems">All problem codes</a></p>
        </section>
        """
    }
}
