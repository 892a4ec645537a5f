internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// What the components add to the reference, in the order of its pages.
package struct Contents: Sendable {
    struct Chapter: Sendable {
        /// The module whose calls it has.
        let module: Module?
        let text: ReferencePart.Chapter
        var title: String { text.title }
    }

    let chapters: [Chapter]
    let guides: [GuideFile]
    package let samples: [String: ReferencePart.Sample]
    package let synonyms: [[String]]
    /// The types of events in people's streams.
    package let events: [ReferencePart.Event]
    let channels: [ReferencePart.Channel]
    /// The demo tenant that samples name unless their module has another one.
    let tenant: String
    let tenants: [Module: String]

    static let otherCalls = "Other calls"
    static let operation = "Operation"

    /// - Parameter parts: in the order of the components.
    package init(_ parts: [ReferencePart]) {
        let parts = [.own] + parts
        chapters = Self.sorted(
            parts.flatMap { part in part.chapters.map { Chapter(module: part.module, text: $0) } },
            by: \.text.place
        )
        guides = Self.sorted(parts.flatMap(\.guides), by: \.place).map { GuideFile($0) } + GuideFile.own
        samples = parts.map(\.samples).reduce(into: [:]) { $0.merge($1) { $1 } }
        synonyms = parts.flatMap(\.synonyms)
        events = parts.flatMap(\.events)
        channels = parts.flatMap(\.channels)
        tenant = parts.lazy.compactMap(\.tenant).first ?? "demo"
        tenants = parts.reduce(into: [:]) { tenants, part in
            if let module = part.module { tenants[module] = part.tenant }
        }
    }

    /// What is in one place keeps its order.
    private static func sorted<Item>(_ items: [Item], by place: (Item) -> ReferencePart.Place) -> [Item] {
        items.enumerated()
            .sorted { (place($0.element).rawValue, $0.offset) < (place($1.element).rawValue, $1.offset) }
            .map(\.element)
    }

    /// The title of the chapter of a route: by its module, or by the first word of its path.
    func chapter(of route: TenantRoute) -> String {
        let words = route.pattern.split(separator: "/").map(String.init)
        let isForAdmins = words.first == "admin"
        let word = (isForAdmins ? words.dropFirst().first : words.first) ?? ""
        let possible = chapters.filter { ($0.text.place == .admins) == isForAdmins }
        let found =
            if let module = route.module { possible.first { $0.module == module } } else {
                possible.first { $0.text.words.contains(word) }
            }
        let rest = possible.first { $0.module == nil && $0.text.words.isEmpty }
        return (found ?? (isForAdmins ? rest : nil))?.title ?? Self.otherCalls
    }

    func chapter(of route: PlatformRoute) -> String {
        let chapter = chapters.first { $0.module == route.module && $0.module != nil }
        return chapter?.title ?? Self.operation
    }
}
