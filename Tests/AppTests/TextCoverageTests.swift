import Components
import Localization
import Pages
import ParlayAPI
import Tenancy
import Testing

@testable import App
@testable import Console

/// Pages and mail have words for everything that the API says, in each language.
@Suite struct TextCoverageTests {
    private static let problems = Features.components.app.problems + TextLookup(ProblemText.self)
    private static let notices = Features.components.app.notices

    @Test func `the texts of problems that all components may have are complete`() {
        #expect(ProblemText.catalog.faults(of: ProblemText.self) == [])
    }

    @Test func `every code of a problem has a text in each language`() throws {
        let codes = try Checkout.problemCodes()
        #expect(codes.count > 80)
        for code in codes {
            let texts = Language.allCases.map { Self.problems.text(code, Localizer(language: $0)) }
            #expect(!texts.contains(nil), "\(code) has no text")
            #expect(Set(texts).count == texts.count, "\(code) is the same in two languages")
        }
    }

    @Test func `every rule of a field has a text`() throws {
        let sources = try Self.sources()
        let rules = Set(sources.flatMap { Self.words(after: "FieldRule(", in: $0) })
        #expect(rules.count > 90)
        #expect(rules.subtracting(Self.problems.words).sorted() == [], "rules without a text")
    }

    @Test func `every text of a notice has a title, and statements name texts that exist`() throws {
        let words = Self.notices.words
        let titles = words.filter { $0.hasSuffix("Title") }
        #expect(titles.count > 25)
        #expect(titles.filter { !words.contains(String($0.dropLast(5))) }.sorted() == [])
        let named = try Self.sources().flatMap { source in
            source.split(separator: "'text', '", omittingEmptySubsequences: false).dropFirst()
                .map { String($0.prefix { $0 != "'" }) }
        }
        // The statement adds how long before it is.
        let whole = named.flatMap {
            $0 == "meetupReminder" ? ["meetupReminder24h", "meetupReminder1h"] : [$0]
        }
        #expect(whole.count >= 12)
        #expect(whole.filter { !titles.contains($0 + "Title") } == [])
    }

    @Test func `every kind of notice has words, with which it can be chosen`() {
        for kind in NoticeKind.allCases {
            let texts = Language.allCases.compactMap {
                Self.notices.text("kind_\(kind.rawValue)", Localizer(language: $0))
            }
            #expect(texts.count == Language.allCases.count, "\(kind)")
        }
    }

    @Test func `every action of the audit log has words`() throws {
        let actions = Set(try Self.sources().flatMap { Self.words(after: "AuditAction(rawValue:", in: $0) })
        #expect(actions.count > 30)
        #expect(actions.subtracting(Features.components.app.actions.words).sorted() == [], "without words")
    }

    @Test func `a tenant's language is one that has texts`() {
        #expect(TenantSettings.pageLocales == Language.allCases.map(\.rawValue))
    }

    /// The first argument of each call, if it is a literal.
    private static func words(after call: String, in source: String) -> [String] {
        source.split(separator: call, omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            let argument = rest.drop { $0 == " " || $0 == "\n" }
            guard argument.first == "\"" else { return nil }
            return String(argument.dropFirst().prefix { $0 != "\"" })
        }
    }

    private static func sources() throws -> [String] {
        try Checkout.swiftFiles().map { try TextFile.read($0) }
    }
}
