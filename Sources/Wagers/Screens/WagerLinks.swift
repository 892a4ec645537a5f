internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Visit {
    func wagerLink(_ id: Int64) -> String { link("wagers/\(id)") }
    func shareLink(_ id: Int64) -> String { link("wagers/\(id)/share") }
    func editLink(_ id: Int64) -> String { link("wagers/\(id)/edit") }
    func feedLink(_ query: [(String, String?)] = []) -> String { link("wagers", query) }
    func poseLink(_ query: [(String, String?)] = []) -> String { link("wagers/new", query) }
    func mineLink(_ tab: String? = nil) -> String { link("wagers/mine", [("state", tab)]) }
    var friendsLink: String { link("friends") }
    func searchLink(_ words: String? = nil) -> String { link("wagers/search", [("q", words)]) }

    /// The page itself, to come back to after signing in.
    var herePath: String { call.request.head.path }

    func say(_ key: WagerText, _ arguments: KeyValuePairs<String, TextArgument> = [:]) -> String {
        text(key, arguments)
    }

    func money(_ cents: Int64) -> String { localizer.money(cents: cents) }

    /// An amount for a field, as people write it in their language.
    func typedAmount(_ cents: Int64) -> String {
        let isComma = localizer.decimal(0.5, places: 1...1).contains(",")
        return isComma ? VenmoLink.amount(cents).replacing(".", with: ",") : VenmoLink.amount(cents)
    }

    /// The friends of the person, to choose one by their username.
    func friendSuggestions() async throws -> [Field.Option] {
        let page = try await read(FriendCalls.list, [("state", "friend"), ("limit", "100")])
        return page.items.map { Field.Option($0.person.username, $0.person.fullName) }
            .sorted { $0.label < $1.label }
    }

    /// The name, which leads to the person's page.
    func personName(_ person: Person) -> HTML {
        "<a href=\"\(personLink(person.id))\">\(person.fullName)</a>"
    }

    /// A moment with a countdown.
    func deadline(_ time: Timestamp) -> HTML {
        "\(TimeText(date(time), iso: time.description, isCountdown: true))"
    }

    /// A category in the reader's words. Tenants name their own, of which nobody knows a translation.
    func categoryName(_ category: String) -> String {
        CategoryText(rawValue: category).map { text($0) } ?? category
    }
}
