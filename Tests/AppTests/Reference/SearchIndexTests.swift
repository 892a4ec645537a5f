import Pages
import ParlayAPI
import Tenancy
import Testing

@testable import Reference

/// What the search of the pages finds by.
@Suite struct SearchIndexTests {
    private struct Entry {
        let kind: String
        let path: String
        let words: String
    }

    private static func entries() throws -> [Entry] {
        let index = SearchIndex(site: Site(try TestReference.routes().handbook)).document
        guard case .array(let rows)? = index["entries"] else { return [] }
        return rows.compactMap { row in
            guard case .array(let cells) = row, cells.count == 5 else { return nil }
            let texts = cells.compactMap { if case .string(let text) = $0 { text } else { nil } }
            guard texts.count == 5 else { return nil }
            return Entry(
                kind: texts[0],
                path: texts[2],
                words: " \(texts[1]) \(texts[3]) \(texts[4]) \(texts[2]) ".lowercased()
                    .replacing(/[^\p{L}\p{N}_-]+/, with: " ")
            )
        }
    }

    /// As the page's script does it, but without an order.
    private static func paths(for query: String, in entries: [Entry]) throws -> [String] {
        let synonyms = try TestReference.routes().handbook.contents.synonyms
        let group = synonyms.first { $0.contains(query) } ?? [query]
        return entries.filter { entry in
            group.contains { phrase in
                phrase.split(separator: " ").allSatisfy { entry.words.contains(" " + $0) }
            }
        }
        .map(\.path)
    }

    @Test(arguments: [
        ("signup", "/docs/signing-in#register"), ("avatar", "/docs/profiles#replaceOwnPhoto"),
        ("rate limit", "/docs/problems#too_many_requests"), ("429", "/docs/problems#throttled"),
        ("forgot password", "/docs/signing-in#requestPasswordReset"),
        ("dm", "/docs/inbox-and-mail#listNotices"),
        ("wager_already_taken", "/docs/wagers#takeWager"), ("venmo", "/docs/wagers#payWager"),
        ("pagination", "/docs#rule-lists"),
        ("idempotency", "/docs/guides/accounts#safe-retries"),
        ("gdpr", "/docs/settings#getExport"), ("ios", "/docs/guides/client"), ("sdk", "/docs/guides/client"),
        ("prometheus", "/docs/guides/operations#metrics"), ("cors", "/docs/resources#TenantSettings"),
    ])
    func `a common word finds what the reference calls by another`(_ query: String, _ path: String) throws {
        let found = try Self.paths(for: query, in: try Self.entries())
        #expect(found.contains(path), "\(query) finds \(found)")
    }

    @Test func `everything is in the index, once`() throws {
        let entries = try Self.entries()
        let handbook = try TestReference.routes().handbook
        let paths = entries.map(\.path)
        #expect(Set(entries.map { "\($0.kind) \($0.path)" }).count == entries.count)
        for chapter in handbook.chapters {
            for call in chapter.calls { #expect(paths.contains("\(Site.path(of: chapter))#\(call.name)")) }
        }
        for problem in handbook.problems.sections.flatMap(\.entries) {
            #expect(paths.contains(Site.path(ofProblem: problem.code)))
        }
        for guide in Guide.all(handbook.contents) {
            #expect(paths.contains(guide.path))
            for headline in guide.headlines where guide.source.isSearched {
                #expect(paths.contains("\(guide.path)#\(headline.anchor)"))
            }
        }
    }

    @Test func `the texts are sentences as a reader sees them`() throws {
        let index = SearchIndex(site: Site(try TestReference.routes().handbook)).document
        guard case .array(let rows)? = index["entries"] else { return }
        let texts = rows.compactMap { row -> String? in
            guard case .array(let cells) = row, case .string(let text)? = cells.last else { return nil }
            return text
        }
        #expect(texts.contains { $0.contains("PARLAY_PORT · 8080 · serve · The port to listen on.") })
        for text in texts { #expect(!text.contains("**") && !text.contains("  "), "\(text)") }
    }

    @Test func `without scripts there is a list of everything`() throws {
        let site = Site(try TestReference.routes().handbook)
        let page = SearchPage(site: site).page.body.text
        for entry in SearchIndex(site: site).entries where entry.kind != "decision" {
            #expect(page.contains("<a href=\"\(entry.path)\">"), "\(entry.path)")
        }
    }

    @Test func `a synonym is in one group, in lower case`() throws {
        let words = try TestReference.routes().handbook.contents.synonyms.flatMap(\.self)
        #expect(words.count == Set(words).count, "\(words.filter { word in words.count { $0 == word } > 1 })")
        #expect(words.allSatisfy { $0 == $0.lowercased() })
    }
}
