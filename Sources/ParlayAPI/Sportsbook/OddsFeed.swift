/// Where a feed reads from. The raw value is stored in rows and never renamed.
public enum OddsFeedSource: String, CaseIterable, Codable, Hashable, MemberValue {
    /// An HTML page.
    case html
    /// The Odds API.
    case oddsAPI = "odds_api"
}

/// Whether a feed is read, and with what success.
public enum OddsFeedStatus: String, CaseIterable, Codable, Hashable, MemberValue {
    case ok
    /// The last run failed or found contradictions.
    case failing
    /// It was not read for three intervals; its markets are suspended.
    case silent
    /// It is not enabled.
    case off
}

/// A page or a service that games, odds and scores are read from.
public struct OddsFeed: Resource, Hashable {
    public var id: Int64
    /// Where it is read from.
    public var source: OddsFeedSource
    /// The name that admins gave it.
    public var name: String
    /// Of a page.
    public var url: String?
    /// An object; its members depend on the source.
    public var options: JSONValue
    /// Whether it has a key, which is never shown.
    public var keySet: Bool
    /// Whether it is read on its schedule.
    public var enabled: Bool
    /// `auto` or a cron expression in UTC.
    public var schedule: String
    /// How the last runs went.
    public var status: OddsFeedStatus
    /// `nil` while it is off.
    public var nextRunAt: Timestamp?
    /// When it was last tried; `nil` before the first run.
    public var lastRunAt: Timestamp?
    /// When it was last read without an error; `nil` if it never was.
    public var lastSuccessAt: Timestamp?
    /// A sentence; `nil` if the last run had no error.
    public var lastError: String?

    public init(
        id: Int64,
        source: OddsFeedSource,
        name: String,
        url: String? = nil,
        options: JSONValue,
        keySet: Bool = false,
        enabled: Bool = true,
        schedule: String = "auto",
        status: OddsFeedStatus,
        nextRunAt: Timestamp? = nil,
        lastRunAt: Timestamp? = nil,
        lastSuccessAt: Timestamp? = nil,
        lastError: String? = nil
    ) {
        self.id = id
        self.source = source
        self.name = name
        self.url = url
        self.options = options
        self.keySet = keySet
        self.enabled = enabled
        self.schedule = schedule
        self.status = status
        self.nextRunAt = nextRunAt
        self.lastRunAt = lastRunAt
        self.lastSuccessAt = lastSuccessAt
        self.lastError = lastError
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The feed's id.")
        object.member("source", &source, "`html` for a page, `odds_api` for The Odds API.")
        object.member("name", &name, "The name that admins gave it.")
        object.member("url", &url, "The address of the page; `null` for The Odds API.", format: "uri")
        object.member("options", &options, "How to read the source, with all defaults.")
        object.member("key_set", &keySet, "Whether the feed has a key. The key itself is never shown.")
        object.member("enabled", &enabled, "Whether the feed is read.")
        object.member("schedule", &schedule, "`auto`, or a cron expression of five fields in UTC.")
        object.member(
            "status",
            &status,
            "`failing` after a failed run or contradictory data, `silent` after three intervals without a success."
        )
        object.member("next_run_at", &nextRunAt, "When the feed is read next; `null` while it is off.")
        object.member("last_run_at", &lastRunAt, "When it was last read or tried.")
        object.member("last_success_at", &lastSuccessAt, "When it was last read with success.")
        object.member("last_error", &lastError, "What was wrong with the last run; `null` if nothing was.")
    }
}

extension OddsFeed {
    package static var schemaSummary: String {
        "A page or a service that games, odds and scores are read from."
    }

    package static var example: OddsFeed {
        OddsFeed(
            id: 2,
            source: .oddsAPI,
            name: "NFL",
            options: ["sport": "americanfootball_nfl", "regions": "us", "bookmaker": "draftkings"],
            keySet: true,
            status: .ok,
            nextRunAt: Timestamp(milliseconds: 1_779_303_600_000),
            lastRunAt: Timestamp(milliseconds: 1_779_301_800_000),
            lastSuccessAt: Timestamp(milliseconds: 1_779_301_800_000)
        )
    }
}

/// The body of `POST /admin/feeds/`.
public struct OddsFeedDraft: RequestBody, Hashable {
    /// Where to read from.
    public var source: OddsFeedSource = .html
    /// A name for admins.
    public var name: String = ""
    /// The page's address, `https`; `nil` for The Odds API.
    public var url: String?
    /// An object.
    public var options: JSONValue = [:]
    /// The key of The Odds API, which is never shown; `nil` for a page.
    public var key: String?
    /// Whether it is read on its schedule.
    public var enabled: Bool = true
    /// `auto`, which reads more often as kick-off approaches, or a cron expression of five fields in UTC.
    public var schedule: String = "auto"

    public init(
        source: OddsFeedSource,
        name: String,
        url: String? = nil,
        options: JSONValue = [:],
        key: String? = nil,
        enabled: Bool = true,
        schedule: String = "auto"
    ) {
        self.source = source
        self.name = name
        self.url = url
        self.options = options
        self.key = key
        self.enabled = enabled
        self.schedule = schedule
    }

    package static let source = BodyField<OddsFeedSource>.choice(
        "source",
        "`html` for a page, `odds_api` for The Odds API."
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.source, &source)
        body.field(OddsFeedUpdate.name, &name)
        body.field(OddsFeedUpdate.url.optional, &url)
        body.field(OddsFeedUpdate.options, &options)
        body.field(OddsFeedUpdate.key.optional, &key)
        body.field(OddsFeedUpdate.enabled, &enabled)
        body.field(OddsFeedUpdate.schedule, &schedule)
    }
}

/// The body of `PATCH /admin/feeds/{id}/`.
public struct OddsFeedUpdate: RequestBody, Hashable {
    /// A name for admins.
    public var name: Change<String>
    /// The page's address, `https`.
    public var url: Change<String>
    /// Replaces all options: absent ones take their defaults.
    public var options: Change<JSONValue>
    /// The key of The Odds API, which is never shown.
    public var key: Change<String>
    /// Whether it is read on its schedule.
    public var enabled: Change<Bool>
    /// `auto`, which reads more often as kick-off approaches, or a cron expression of five fields in UTC.
    public var schedule: Change<String>

    public init(
        name: Change<String> = .keep,
        url: Change<String> = .keep,
        options: Change<JSONValue> = .keep,
        key: Change<String> = .keep,
        enabled: Change<Bool> = .keep,
        schedule: Change<String> = .keep
    ) {
        self.name = name
        self.url = url
        self.options = options
        self.key = key
        self.enabled = enabled
        self.schedule = schedule
    }

    package static let name = BodyField.text("name", 1...100, "The name of the feed.").checked(
        FieldRule("oneLine", "Must be one line.")
    ) { !$0.contains { $0.isNewline || $0 == "\t" } }
    package static let url = BodyField.text(
        "url",
        1...2000,
        "The address of the page: https, without a username, on port 443, 80 or at least 1024.",
        format: "uri",
        rule: TextRule(WebAddress.pattern, .aWebAddress) {
            WebAddress.isAbsolute($0)
        }
    )
    package static let options = BodyField<JSONValue>.anyObject(
        "options",
        "How to read the source. `odds_api` needs `sport` and `regions`, `html` `tournament` and `sport`; others have defaults."
    )
    .defaulting(to: [:])
    package static let key = BodyField.text(
        "key",
        1...200,
        "The key of The Odds API. It is never shown.",
        rule: TextRule(
            "^[A-Za-z0-9_-]+$",
            FieldRule("keyCharacters", "Must have only letters, digits, _ and -.")
        ) { text in
            text.utf8.allSatisfy {
                0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F || $0 == 0x2D
            }
        }
    )
    package static let enabled = BodyField<Bool>.boolean("enabled", "Whether the feed is read.").defaulting(
        to: true
    )
    package static let schedule = BodyField.text(
        "schedule",
        1...200,
        "`auto`, which reads more often as kick-off approaches, or a cron expression of five fields in UTC."
    )
    .defaulting(to: "auto")

    package init() { self.init(name: .keep) }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.name, &name)
        body.field(Self.url, &url)
        body.field(Self.options, &options)
        body.field(Self.key, &key)
        body.field(Self.enabled, &enabled)
        body.field(Self.schedule, &schedule)
    }
}

extension BodyField where Value == JSONValue {
    /// An object with members that are checked elsewhere.
    static func anyObject(_ name: String, _ summary: String) -> BodyField<JSONValue> {
        BodyField(FieldDescription(name: name, kind: .object([]), summary: summary), placeholder: [:]) {
            value,
            context in
            if case .object = value { return value }
            context.refuse(.anObject)
            return nil
        }
    }
}
