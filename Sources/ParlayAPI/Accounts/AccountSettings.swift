/// The caller's own settings. In JSON one flat object, without the members of modules that are off.
public struct AccountSettings: Resource, Hashable {
    /// A language tag (BCP 47), such as `de` or `pt-BR`.
    public var locale: String
    /// A name of the IANA time zone database, such as `Europe/Berlin`.
    public var timeZone: String
    /// Whether notices go out by mail as well.
    public var mailNotices: Bool
    /// Whether others find the account by searching for names.
    public var searchable: Bool
    /// `nil` if the module `wagers` is off.
    public var wagers: Wagers?
    /// The part of the module `wagers`.
    public struct Wagers: MemberGroup, Hashable {
        package static var example: Wagers { Wagers(feedFilters: .example) }

        /// The filters of a feed without given filters; `nil` for none.
        public var feedFilters: FeedFilters?

        public init(feedFilters: FeedFilters? = nil) { self.feedFilters = feedFilters }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member(
                "feed_filters",
                &feedFilters,
                "Filters of the wager feed when a call gives none."
            )
        }
    }

    /// `nil` if the module `shelf` is off.
    public var shelf: Shelf?
    /// The part of the module `shelf`.
    public struct Shelf: MemberGroup, Hashable {
        package static var example: Shelf { Shelf() }

        /// Of games that are added without a status.
        public var defaultStatus: Extensible<ShelfStatus>
        /// Whether others see the shelf.
        public var isPublic: Bool

        public init(defaultStatus: ShelfStatus = .backlog, isPublic: Bool = true) {
            self.defaultStatus = Extensible(defaultStatus)
            self.isPublic = isPublic
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member(
                "shelf_default_status",
                &defaultStatus,
                "The status of games that are added to the shelf without one."
            )
            object.member("shelf_public", &isPublic, "Whether others can see the shelf.")
        }
    }

    public init(
        locale: String = "en",
        timeZone: String = "UTC",
        mailNotices: Bool = true,
        searchable: Bool = true,
        wagers: Wagers? = nil,
        shelf: Shelf? = nil
    ) {
        self.locale = locale
        self.timeZone = timeZone
        self.mailNotices = mailNotices
        self.searchable = searchable
        self.wagers = wagers
        self.shelf = shelf
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("locale", &locale, "A language tag (BCP 47).")
        object.member("time_zone", &timeZone, "A time zone name of the IANA database.")
        object.member("mail_notices", &mailNotices, "Whether notices are also sent by mail.")
        object.member("searchable", &searchable, "Whether others find you by searching for names.")
        object.members(of: &wagers, in: .wagers)
        object.members(of: &shelf, in: .shelf)
    }
}

extension AccountSettings {
    package static var schemaSummary: String { "The settings of an account." }

    package static var example: AccountSettings {
        AccountSettings(
            locale: "de",
            timeZone: "Europe/Berlin",
            mailNotices: true,
            wagers: .example,
            shelf: .example
        )
    }
}

/// The body of `PUT` and `PATCH /settings/`. A PUT resets the fields that are `keep` to their defaults; a PATCH leaves them
/// as they are.
public struct AccountSettingsUpdate: RequestBody, Hashable {
    /// A language tag (BCP 47), such as `pt-BR`. It decides how notices write times.
    public var locale: Change<String> = .keep
    /// A name of the IANA time zone database, such as `Europe/Berlin`. Notices give times in this zone.
    public var timeZone: Change<String> = .keep
    /// Whether notices are also sent by mail.
    public var mailNotices: Change<Bool> = .keep
    /// Whether others find the account by searching for names.
    public var searchable: Change<Bool> = .keep
    /// The filters of a feed without given filters; `.set(nil)` removes them. With the module `wagers`.
    public var feedFilters: Change<FeedFilters?> = .keep
    /// The status of games that are added without one. With the module `shelf`.
    public var shelfDefaultStatus: Change<ShelfStatus> = .keep
    /// Whether others see the shelf. With the module `shelf`.
    public var shelfIsPublic: Change<Bool> = .keep

    /// An update that changes nothing.
    public init() {}

    package static let locale = BodyField.text(
        "locale",
        2...35,
        "A language tag (BCP 47), such as `pt-BR`; `en` by default. Decides how notices write times.",
        rule: TextRule("^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", .aLanguageTag) {
            isLanguageTag($0)
        }
    )
    .defaulting(to: "en")
    package static let timeZone = BodyField.text(
        "time_zone",
        1...64,
        "A time zone name of the IANA database, such as `Europe/Berlin`; `UTC` by default. Notices give times in this zone."
    )
    .defaulting(to: "UTC")
    static let mailNotices = BodyField.boolean("mail_notices", "Whether notices are also sent by mail.")
        .defaulting(to: true)
    static let searchable = BodyField.boolean(
        "searchable",
        "Whether others find you by searching for names; `true` by default."
    )
    .defaulting(to: true)
    package static let feedFilters = BodyField<FeedFilters>
        .object("feed_filters", as: FeedFilters.self, "Filters of the wager feed when a call gives none.")
        .optional.only(in: .wagers)
    package static let shelfDefaultStatus = BodyField<ShelfStatus>
        .shelfStatus(
            "shelf_default_status",
            "The status of games that are added to the shelf without one; 0 by default."
        )
        .defaulting(to: .backlog).only(in: .shelf)
    package static let shelfIsPublic = BodyField<Bool>
        .boolean("shelf_public", "Whether others can see the shelf; `true` by default.")
        .defaulting(to: true).only(in: .shelf)

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.locale, &locale)
        body.field(Self.timeZone, &timeZone)
        body.field(Self.mailNotices, &mailNotices)
        body.field(Self.searchable, &searchable)
        body.field(Self.feedFilters, &feedFilters)
        body.field(Self.shelfDefaultStatus, &shelfDefaultStatus)
        body.field(Self.shelfIsPublic, &shelfIsPublic)
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
