internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Wagers by their words, and people by their names.
    static let searchWagers = Screen(
        "wagers/search",
        "Search wagers and people",
        module: .wagers,
        writes: [ScreenWrite(FriendCalls.ask) { _, _ in "friends" }]
    ) { visit in
        let words = visit.query("q") ?? ""
        let results = try await SearchResults(words, visit)
        return Document(
            visit.say(.searchTitle),
            in: "wagers",
            """
            \(PageHead(visit.say(.searchTitle), back: (visit.say(.feed), visit.feedLink())))
            \(SearchForm(action: visit.searchLink(), label: visit.say(.searchLabel), button: visit.text(PageText.search), value: words))
            \(results.html)
            """
        )
    }
}

struct SearchResults {
    private let visit: Visit
    private let words: String
    private var wagers = ListPage<Wager>(items: [])
    private var people: [Person] = []
    private var isTooBroad = false

    /// The call answers people or wagers, as its query says.
    private static let search = Endpoint<Void, Never, ListPage<Wager>>(.get, "search")
        .module(.wagers).named("search")

    init(_ words: String, _ visit: Visit) async throws {
        self.visit = visit
        self.words = words
        guard !words.isEmpty else { return }
        do {
            wagers = try await visit.read(
                Self.search,
                [("in", "wagers"), ("q", Self.expression(words)), ("cursor", visit.query("cursor"))]
            )
            if visit.query("cursor") == nil {
                people = try await visit.read(
                    PeopleCalls.find,
                    [("q", String(words.prefix(100))), ("limit", "10")]
                )
                .items
            }
        } catch let error as any ProblemConvertible where error.problem.code == "search_too_broad" {
            isTooBroad = true
        }
    }

    /// The regular expression that finds the words as they are.
    static func expression(_ words: String) -> String {
        var expression = ""
        for character in words {
            let special = "\\^$.|?*+()[]{}".contains(character)
            guard expression.count + (special ? 2 : 1) <= 100 else { break }
            expression += special ? "\\\(character)" : "\(character)"
        }
        return expression
    }

    var html: HTML {
        if words.isEmpty {
            return "\(EmptyState(.search, visit.say(.searchStart), visit.say(.searchStartText)))"
        }
        if isTooBroad { return "\(Alert(.warning, visit.say(.tooBroad)))" }
        if wagers.items.isEmpty && people.isEmpty {
            let text = visit.say(.noResultsText, ["words": .text(words)])
            return "\(EmptyState(.search, visit.say(.noResults), text))"
        }
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: wagers.nextCursor.map {
                (visit.say(.moreWagers), visit.here([("q", words), ("cursor", $0)]))
            },
            previous: visit.query("cursor").map { _ in (visit.say(.toStart), visit.searchLink(words)) }
        )
        let rows = wagers.items.map { WagerView($0, visit).row(showsState: true) }
        return """
            \("<h2>\(visit.say(.foundPeople))</h2>\(List(people.map(row), label: visit.say(.foundPeople)))", if: !people.isEmpty)
            \("<h2>\(visit.say(.foundWagers))</h2>\(List(rows, label: visit.say(.foundWagers)))\(pager)", if: !rows.isEmpty)
            """
    }

    private func row(_ person: Person) -> ListRow {
        let ask = ScreenForm(visit, FriendCalls.ask)
        let button: HTML =
            person.id == visit.accountID
            ? .none
            : ask(
                "\(ask.hidden("username", person.username))\(Button(visit.say(.addFriend), .quiet, icon: .plus))",
                class: "inline-form"
            )
        return ListRow(
            person.fullName,
            href: visit.personLink(person.id),
            leading: Avatar(person, visit).html,
            detail: "@\(person.username)",
            trailing: button
        )
    }
}
