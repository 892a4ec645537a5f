/// The caller's own settings. In JSON one flat object, without the members of modules that are off.
public struct AccountSettings: Resource, Hashable {
    /// A language tag (BCP 47), such as `de` or `pt-BR`.
    public var locale: String
    /// A name of the IANA time zone database, such as `Europe/Berlin`.
    public var timeZone: String
    /// Whether notices go out by mail as well.
    public var mailNotices: Bool
    /// `nil` if the module `wagers` is off.
    public var wagers: Wagers?
    public struct Wagers: MemberGroup, Hashable {
        public static var example: Wagers { Wagers(feedFilters: .example) }

        /// The filters of a feed without given filters; `nil` for none.
        public var feedFilters: FeedFilters?

        public init(feedFilters: FeedFilters? = nil) { self.feedFilters = feedFilters }

        public mutating func members(_ object: inout some MemberVisitor) {
            object.member(
                "feed_filters",
                &feedFilters,
                "Filters of the wager feed when a call gives none."
            )
        }
    }

    public init(
        locale: String = "en",
        timeZone: String = "UTC",
        mailNotices: Bool = true,
        wagers: Wagers? = nil
    ) {
        self.locale = locale
        self.timeZone = timeZone
        self.mailNotices = mailNotices
        self.wagers = wagers
    }

    public mutating func members(_ object: inout some MemberVisitor) {
        object.member("locale", &locale, "A language tag (BCP 47).")
        object.member("time_zone", &timeZone, "A time zone name of the IANA database.")
        object.member("mail_notices", &mailNotices, "Whether notices are also sent by mail.")
        object.members(of: &wagers, in: .wagers)
    }
}

extension AccountSettings {
    public static var schemaSummary: String { "The settings of an account." }

    public static var example: AccountSettings {
        AccountSettings(locale: "de", timeZone: "Europe/Berlin", mailNotices: true, wagers: .example)
    }
}

/// The body of `PUT` and `PATCH /settings/`. Read with `.complete`, absent fields get their defaults; with `.merge`,
/// they are `keep`.
public struct AccountSettingsUpdate: RequestBody, Codable, Hashable {
    public var locale: Change<String> = .keep
    public var timeZone: Change<String> = .keep
    public var mailNotices: Change<Bool> = .keep
    public var feedFilters: Change<FeedFilters?> = .keep

    /// An update that changes nothing.
    public init() {}

    static let locale = BodyField.text(
        "locale",
        2...35,
        "A language tag (BCP 47), such as `pt-BR`; `en` by default. Decides how notices write times.",
        rule: TextRule("^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", "Use a language tag such as \"pt-BR\".") {
            isLanguageTag($0)
        }
    )
    .defaulting(to: "en")
    public static let timeZone = BodyField.text(
        "time_zone",
        1...64,
        "A time zone name of the IANA database, such as `Europe/Berlin`; `UTC` by default. Notices give times in this zone."
    )
    .defaulting(to: "UTC")
    static let mailNotices = BodyField.boolean("mail_notices", "Whether notices are also sent by mail.")
        .defaulting(to: true)
    public static let feedFilters = BodyField<FeedFilters>
        .object("feed_filters", as: FeedFilters.self, "Filters of the wager feed when a call gives none.")
        .optional.only(in: .wagers)
    public init(reading body: inout BodyReader) {
        locale = body.change(Self.locale)
        timeZone = body.change(Self.timeZone)
        mailNotices = body.change(Self.mailNotices)
        feedFilters = body.change(Self.feedFilters)
    }

    enum CodingKeys: String, CodingKey {
        case locale
        case timeZone = "time_zone"
        case mailNotices = "mail_notices"
        case feedFilters = "feed_filters"
    }

    /// A language of two or three letters, then subtags of one to eight letters and digits.
    private static func isLanguageTag(_ text: String) -> Bool {
        let tags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let language = tags.first, (2...3).contains(language.count) else { return false }
        return language.allSatisfy(\.isLetter)
            && tags.dropFirst().allSatisfy { tag in
                (1...8).contains(tag.count) && tag.allSatisfy { $0.isLetter || 0x30...0x39 ~= $0 }
            }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { 0x41...0x5A ~= self || 0x61...0x7A ~= self }
}
