internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI

/// The options of a source, in the forms that create and change a feed.
struct FeedFields: Part {
    private let form: ScreenForm
    private let source: OddsFeedSource
    private let options: JSONObject

    /// - Parameter options: as answers show them; `nil` for the defaults.
    init(_ form: ScreenForm, _ source: OddsFeedSource, _ options: JSONValue?) {
        self.form = form
        self.source = source
        if case .object(let object)? = options {
            self.options = object
        } else {
            self.options = Self.defaults(of: source)
        }
    }

    private static func defaults(of source: OddsFeedSource) -> JSONObject {
        let least: JSONObject =
            switch source {
            case .html: ["tournament": "x", "sport": "x"]
            case .oddsAPI: ["sport": "x", "regions": "us"]
            }
        var all = FeedOptions.ordered(least, of: source)
        for name in ["tournament", "sport"] where all[name] != nil { all.set(name, .null) }
        return all
    }

    var html: HTML {
        switch source {
        case .oddsAPI:
            """
            \(field("sport", .sportKey, hint: .sportKeyHint, isRequired: true))
            \(field("regions", .regions, hint: .regionsHint, isRequired: true))
            \(field("bookmaker", .bookmaker, hint: .bookmakerHint))
            """
        case .html:
            """
            \(field("tournament", .tournament, isRequired: true))
            \(field("sport", .sport, hint: .sportHint, isRequired: true))
            \(field("season", .season))
            \(field("time_zone", .timeZone, hint: .timeZoneHint))
            \(field("row", .row, hint: .rowHint))
            \(field("home_mark", .homeMark, hint: .homeMarkHint))
            \(Disclosure(form.visit.text(FeedText.columns), isOpen: isColumnRefused, columns))
            """
        }
    }

    /// XPaths below a row.
    private var columns: HTML {
        var values = JSONObject()
        if case .object(let object)? = options["fields"] { values = object }
        let fields = each(PageField.allCases) { column in
            form.field(
                "options.fields.\(column.rawValue)",
                column.rawValue,
                .text,
                value: values.text(column.rawValue)
            )
        }
        return "<p class=\"soft\">\(form.visit.text(FeedText.columnsText))</p>\(fields)"
    }

    private var isColumnRefused: Bool {
        PageField.allCases.contains { !form.errors("options.fields.\($0.rawValue)").isEmpty }
    }

    private func field(
        _ name: String,
        _ word: FeedText,
        hint: FeedText? = nil,
        isRequired: Bool = false
    ) -> HTML {
        form.field(
            "options.\(name)",
            form.visit.text(word),
            .text,
            value: options.text(name),
            hint: hint.map { form.visit.text($0) },
            isRequired: isRequired
        )
    }
}

extension JSONObject {
    /// `nil` if it is absent or no text.
    fileprivate func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }

    fileprivate mutating func set(_ name: String, _ value: JSONValue) {
        var new = JSONObject()
        for member in members { new.add(member.key, member.key == name ? value : member.value) }
        self = new
    }
}

extension Screen {
    /// A new feed; which source comes first, because it decides the fields.
    static let newFeed = Screen(
        "admin/feeds/new",
        "A new feed",
        module: .sportsbook,
        for: .role(.admin),
        writes: [
            ScreenWrite(OddsFeedCalls.create, needsRecentSignIn: true) { _, response in
                (response.value as? OddsFeed).map { "admin/feeds/\($0.id)?done=created" } ?? "admin/feeds"
            }
        ]
    ) { visit in
        let source = visit.query("source").flatMap(OddsFeedSource.init(rawValue:)) ?? .oddsAPI
        let form = ScreenForm(visit, OddsFeedCalls.create, part: source.rawValue)
        let tabs = Tabs(
            [(OddsFeedSource.oddsAPI, FeedText.sourceAPI), (.html, .sourcePage)].map { one, word in
                Tabs.Tab(
                    visit.text(word),
                    href: visit.link("admin/feeds/new", [("source", one.rawValue)]),
                    isCurrent: one == source
                )
            },
            label: visit.text(FeedText.source)
        )
        let place: HTML =
            source == .html
            ? form.field("url", visit.text(FeedText.address), .url, isRequired: true)
            : form.field(
                "key",
                visit.text(FeedText.key),
                .text,
                hint: visit.text(FeedText.keyHint),
                autocomplete: "off",
                isRequired: true
            )
        let title = visit.text(FeedText.newFeed)
        return Document(
            title,
            in: "admin/feeds",
            isNarrow: true,
            """
            \(PageHead(title, back: (visit.text(FeedText.feeds), visit.link("admin/feeds"))))\(tabs)
            \(form(
                """
                \(form.alert)\(form.hidden("source", source.rawValue))
                \(form.field("name", visit.text(FeedText.name), isRequired: true))\(place)
                \(FeedFields(form, source, nil))
                \(form.field("schedule", visit.text(FeedText.schedule), value: "auto", hint: visit.text(FeedText.scheduleHint), isRequired: true))
                \(form.submit(visit.text(FeedText.addFeed), icon: .plus))
                """
            ))
            """
        )
    }
}
