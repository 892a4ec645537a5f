import Components
import Pages
import Testing

@testable import App
@testable import Reference

/// The guides as the server shows them.
@Suite struct GuidePageTests {
    private static let contents = Contents(Features.components.map(\.reference))
    private static let links = GuideLinks(contents.guides)

    @Test func `every guide has a title and a text, and its place in the contents`() {
        let guides = Guide.all(Self.contents)
        #expect(
            guides.map(\.name) == [
                "getting-started", "accounts", "stream", "meetups", "wagers", "sportsbook", "shelf", "apps",
                "console",
                "client", "javascript", "python",
                "webhooks",
                "administration", "operations", "operator-console", "settings",
            ]
        )
        for guide in guides {
            #expect(!guide.title.isEmpty && guide.sections.first?.level == 1, "\(guide.name)")
            #expect(guide.html.text.count > 1_000, "\(guide.name)")
        }
    }

    private static func html(_ markdown: String) -> String { Markdown(markdown, link: links.link).html.text }

    @Test func `links lead to pages of the server, or nowhere`() {
        #expect(Self.links.link("errors.md#match_state") == .to("/docs/problems#match_state"))
        #expect(Self.links.link("accounts.md#inbox") == .to("/docs/guides/accounts#inbox"))
        #expect(Self.links.link("wagers.svg") == .to("/docs/guides/wagers.svg"))
        #expect(Self.links.link("#photos") == .to("#photos"))
        #expect(
            Self.links.link("https://www.rfc-editor.org/rfc/rfc9457")
                == .to("https://www.rfc-editor.org/rfc/rfc9457")
        )
        for target in ["decisions/0001-record-decisions.md", "../CONTRIBUTING.md", "architecture.md"] {
            #expect(Self.links.link(target) == .none, "\(target)")
        }
        #expect(Self.html("See [why *so*](decisions/0001.md).") == "<p>See why <em>so</em>.</p>\n")
    }

    @Test func `a headline has an anchor as on GitHub`() {
        let markdown = Markdown("# One\n\n## What's new today\n\nWords `here`.\n", link: Self.links.link)
        #expect(markdown.sections.map(\.anchor) == ["one", "whats-new-today"])
        #expect(markdown.sections.map(\.level) == [1, 2])
        #expect(markdown.sections.last?.text == " Words  here .")
        #expect(markdown.html.text.contains("id=\"whats-new-today\" href=\"#whats-new-today\""))
    }

    @Test func `tables become tables, and HTML inside of a text is left out`() {
        #expect(Self.html("| a | b |\n|---|---|\n| `1` | 2 |\n").contains("<td><code>1</code></td>"))
        let html = Self.html(
            "<script>alert(1)</script>\n\nHi <b onclick=\"x()\">you</b> [x](javascript:alert(1))\n"
        )
        for word in ["<script", "onclick", "javascript:"] { #expect(!html.contains(word), "\(html)") }
    }
}
