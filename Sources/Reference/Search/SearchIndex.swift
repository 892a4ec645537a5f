internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The index of the pages' search: `/docs/search.json`, fetched at the first search.
///
/// Each entry is `[kind, title, path, note, text]`; a line of the text ends a sentence.
struct SearchIndex {
    let site: Site

    struct Entry {
        let kind: String
        let title: String
        let path: String
        /// Shown below the title, and searched.
        let note: String
        let text: String
    }

    var document: JSONObject {
        [
            "entries": .array(entries.map(Self.row)),
            "synonyms": .array(site.handbook.contents.synonyms.map { .array($0.map { .string($0) }) }),
        ]
    }

    private static func row(_ entry: Entry) -> JSONValue {
        [
            .string(entry.kind), .string(entry.title), .string(entry.path), .string(entry.note),
            .string(clean(entry.text)),
        ]
    }

    /// Without the marks of Markdown, and with single blanks. Lines remain: they end sentences.
    private static func clean(_ text: String) -> String {
        text.split(separator: "\n")
            .map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }
            .joined(separator: "\n")
            .replacing("`", with: "")
            .replacing("**", with: "")
    }

    var entries: [Entry] {
        pages
            + site.handbook.chapters.flatMap { chapter in
                chapter.calls.map { entry($0, Site.path(of: chapter)) }
            } + site.guides.flatMap(entries) + decisions + rules + problems + resources
    }

    private var pages: [Entry] {
        site.handbook.chapters.map {
            Entry(kind: "section", title: $0.title, path: Site.path(of: $0), note: $0.summary, text: "")
        } + [
            Entry(
                kind: "section",
                title: "Problem codes",
                path: "/docs/problems",
                note: "What each error means",
                text: "errors"
            )
        ]
    }

    private func entry(_ call: CallDescription, _ path: String) -> Entry {
        var parts = [call.details]
        parts += call.pathParameters.map(\.summary)
        parts += call.query.map { "\($0.name): \($0.field.summary)" }
        parts += call.headerNames
        parts += (call.body?.fields ?? []).map { "\($0.name): \($0.summary)" }
        parts += call.refusals.filter(\.isOwn).map { "\($0.code): \($0.summary)" }
        return Entry(
            kind: "call",
            title: call.summary,
            path: "\(path)#\(call.name)",
            note: "\(call.method.rawValue) \(CallArticle.shortPath(call.path))",
            text: parts.joined(separator: "\n")
        )
    }

    /// One for each headline of the second level, with the text below it.
    private func entries(_ guide: Guide) -> [Entry] {
        var entries = [
            Entry(
                kind: "guide",
                title: guide.title,
                path: guide.path,
                note: guide.summary,
                text: !guide.source.isSearched
                    ? "" : guide.sections.prefix { $0.level < 2 }.map(\.text).joined(separator: "\n")
            )
        ]
        guard guide.source.isSearched else { return entries }
        for (index, section) in guide.sections.enumerated() where section.level == 2 {
            let inner = guide.sections[(index + 1)...].prefix { $0.level > 2 }
            entries.append(
                Entry(
                    kind: "guide",
                    title: section.title,
                    path: "\(guide.path)#\(section.anchor)",
                    note: guide.title,
                    text: ([section.text] + inner.flatMap { [$0.title, $0.text] }).joined(separator: "\n")
                )
            )
        }
        return entries
    }

    /// By their titles, because their texts would make up half of the index.
    private var decisions: [Entry] {
        [
            Entry(
                kind: "guide",
                title: "Decisions",
                path: DecisionIndex.path,
                note: "Why Parlay is as it is",
                text: ""
            )
        ]
            + DecisionFile.all.map {
                Entry(kind: "decision", title: $0.title, path: $0.path, note: "", text: "")
            }
    }

    private var rules: [Entry] {
        OverviewPage.rules.map {
            Entry(
                kind: "rule",
                title: $0.title,
                path: "/docs#\($0.anchor)",
                note: "Conventions",
                text: $0.text
            )
        }
    }

    private var problems: [Entry] {
        site.handbook.problems.sections.flatMap(\.entries).map { problem in
            Entry(
                kind: "problem",
                title: problem.code,
                path: Site.path(ofProblem: problem.code),
                note: "\(problem.status) \(problem.title)",
                text: problem.cause + "\n" + problem.advice
            )
        }
    }

    private var resources: [Entry] {
        site.handbook.schemas.map { schema in
            Entry(
                kind: "resource",
                title: schema.name,
                path: Site.path(ofSchema: schema.name),
                note: schema.summary,
                text: schema.fields.map { "\($0.name): \($0.summary)" }.joined(separator: "\n")
            )
        }
    }
}
