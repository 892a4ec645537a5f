import Components
import Foundation
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
                "getting-started", "accounts", "stream", "meetups", "wagers", "sportsbook", "odds-feeds",
                "shelf",
                "first-people", "apps", "console", "client", "browsers", "javascript", "python", "webhooks",
                "administration", "operations", "operator-console", "settings", "deployment", "backup",
                "upgrading", "scaling", "tenants", "runbook", "security", "architecture", "assurance",
                "first-change", "texts", "contributing", "changelog",
            ]
        )
        for guide in guides {
            #expect(!guide.title.isEmpty && guide.sections.first?.level == 1, "\(guide.name)")
            #expect(guide.html.text.count > 1_000, "\(guide.name)")
        }
    }

    private static func link(_ target: String, from file: String = "docs/accounts.md") -> Markdown.Link {
        links.link(target, from: file)
    }

    private static func html(_ markdown: String) -> String {
        Markdown(markdown) { link($0) }.html.text
    }

    @Test func `links lead to pages of the server, or nowhere`() {
        #expect(Self.link("errors.md#match_state") == .to("/docs/problems#match_state"))
        #expect(Self.link("accounts.md#inbox") == .to("/docs/guides/accounts#inbox"))
        #expect(Self.link("wagers.svg") == .to("/docs/guides/wagers.svg"))
        #expect(Self.link("#photos") == .to("#photos"))
        #expect(
            Self.link("https://www.rfc-editor.org/rfc/rfc9457")
                == .to("https://www.rfc-editor.org/rfc/rfc9457")
        )
        #expect(
            Self.link("decisions/0001-record-decisions.md")
                == .to("/docs/decisions/0001-record-decisions")
        )
        #expect(Self.link("decisions/") == .to("/docs/decisions"))
        #expect(Self.link("../CONTRIBUTING.md") == .to("/docs/guides/contributing"))
        #expect(
            Self.link("../docs/backup.md#restore", from: "deploy/runbook.md")
                == .to("/docs/guides/backup#restore")
        )
        #expect(
            Self.link("../texts.md", from: "docs/decisions/0001-record-decisions.md")
                == .to("/docs/guides/texts")
        )
        for target in ["decisions/0001.md", "../Package.swift", "../LICENSE"] {
            #expect(Self.link(target) == .none, "\(target)")
        }
        #expect(Self.html("See [why *so*](decisions/0001.md).") == "<p>See why <em>so</em>.</p>\n")
    }

    @Test func `every file below docs is built in, as it is in the repository`() throws {
        let listed = Dictionary(grouping: RepositoryFile.all, by: \.path)
        for folder in ["docs", "docs/decisions", "docs/pictures", "clients/javascript/served"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(Checkout.root)/\(folder)") {
                let path = "\(folder)/\(name)"
                guard name.contains(".") else { continue }
                let data = try #require(FileManager.default.contents(atPath: "\(Checkout.root)/\(path)"))
                #expect(listed[path]?.map(\.bytes) == [[UInt8](data)], "\(path): run scripts/list-documents")
            }
        }
        for path in ["CHANGELOG.md", "CONTRIBUTING.md", "deploy/runbook.md"] { #expect(listed[path] != nil) }
    }

    @Test func `every decision has a page, and the index leads to each`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(Checkout.root)/docs/decisions")
        let names = files.filter { $0 != "README.md" }.map { String($0.dropLast(".md".count)) }.sorted()
        #expect(DecisionFile.all.map(\.name) == names, "run scripts/list-documents")
        let pages = DecisionIndex(links: Self.links).pages
        #expect(pages.count == names.count + 1)
        let index = try #require(pages.first).body.text
        for (file, page) in zip(DecisionFile.all, pages.dropFirst()) {
            #expect(page.path == file.path && page.title == "\(file.title) · Parlay")
            #expect(page.body.text.contains("<h1>\(file.title.prefix { $0 != "." })."), "\(file.name)")
            #expect(index.contains(" href=\"\(file.path)\""), "\(file.name)")
        }
    }

    @Test func `a headline has an anchor as on GitHub`() {
        let markdown = Markdown("# One\n\n## What's new today\n\nWords `here`.\n") { Self.link($0) }
        #expect(markdown.sections.map(\.anchor) == ["one", "whats-new-today"])
        #expect(markdown.sections.map(\.level) == [1, 2])
        #expect(markdown.sections.last?.text == "\nWords here.")
        #expect(markdown.html.text.contains("id=\"whats-new-today\" href=\"#whats-new-today\""))
    }

    @Test func `equal headlines have anchors of their own`() {
        let markdown = Markdown("## Added\n\n## Fixed\n\n## Added\n") { Self.link($0) }
        #expect(markdown.sections.map(\.anchor) == ["added", "fixed", "added-1"])
    }

    @Test func `a cell of a wide table says which column it is in, for narrow screens`() {
        let rows = "| setting | default | meaning |\n|---|---|---|\n| `A` | 1 | One. |\n| `B` | | Two. |\n"
        let html = Self.html(rows)
        #expect(html.contains("<td><em><span class=\"label\">default: </span></em>1</td>"))
        #expect(html.contains("<td></td>") && !html.contains("label\">setting"))
        #expect(!Self.html("| a | b |\n|---|---|\n| 1 | 2 |\n").contains("label"))
        let markdown = Markdown(rows) { Self.link($0) }
        #expect(markdown.sections.first?.text.contains("\nA · 1 · One.\nB · ") == true)
    }

    @Test func `a guide lists its headlines beside the text`() throws {
        let site = Site(try TestReference.routes().handbook)
        for guide in site.guides {
            let page = GuidePage(site: site, guide: guide).page.body.text
            let outline = try #require(page.components(separatedBy: "<nav class=\"outline\"").last)
            for headline in guide.headlines {
                #expect(outline.contains("<a href=\"#\(headline.anchor)\">"), "\(guide.name)")
            }
        }
    }

    @Test func `tables become tables, and HTML inside of a text is left out`() {
        #expect(Self.html("| a | b |\n|---|---|\n| `1` | 2 |\n").contains("<td><code>1</code></td>"))
        let html = Self.html(
            "<script>alert(1)</script>\n\nHi <b onclick=\"x()\">you</b> [x](javascript:alert(1))\n"
        )
        for word in ["<script", "onclick", "javascript:"] { #expect(!html.contains(word), "\(html)") }
    }
}
