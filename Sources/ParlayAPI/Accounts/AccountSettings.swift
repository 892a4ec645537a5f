/// The caller's own settings. In JSON one flat object, without the members of modules that are off.
public struct AccountSettings: Resource, Hashable {
    /// A language tag (BCP 47), such as `de` or `pt-BR`.
    public var locale: String
    /// A name of the IANA time zone database, such as `Europe/Berlin`.
    public var timeZone: String
    /// Whether notices go out by mail as well.
    public var mailNotices: Bool
    /// Whether notices go to the devices that subscribed to push messages as well.
    public var pushNotices: Bool
    /// Kinds of notices that are not pushed, such as `friend_request`.
    public var pushMuted: [String]
    /// Whether push messages have the text of the notice too, and not only its title.
    public var pushText: Bool
    /// When nothing is pushed, in the account's time zone: `22:00-07:00`. Security notices are pushed all the same.
    public var quietHours: String?
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
        pushNotices: Bool = true,
        pushMuted: [String] = [],
        pushText: Bool = false,
        quietHours: String? = nil,
        searchable: Bool = true,
        wagers: Wagers? = nil,
        shelf: Shelf? = nil
    ) {
        self.locale = locale
        self.timeZone = timeZone
        self.mailNotices = mailNotices
        self.pushNotices = pushNotices
        self.pushMuted = pushMuted
        self.pushText = pushText
        self.quietHours = quietHours
        self.searchable = searchable
        self.wagers = wagers
        self.shelf = shelf
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("locale", &locale, "A language tag (BCP 47).")
        object.member("time_zone", &timeZone, "A time zone name of the IANA database.")
        object.member("mail_notices", &mailNotices, "Whether notices are also sent by mail.")
        object.member("push_notices", &pushNotices, "Whether notices are also pushed to your devices.")
        object.member(
            "push_muted",
            &pushMuted,
            "Kinds of notices that are not pushed.",
            element: "A kind such as `friend_request`."
        )
        object.member(
            "push_text",
            &pushText,
            "Whether push messages have the notice's text, and not only its title."
        )
        object.member(
            "quiet_hours",
            &quietHours,
            "When nothing but security notices is pushed, in your time zone, such as `22:00-07:00`; `null` for never."
        )
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
    /// Whether notices are also pushed to devices that subscribed.
    public var pushNotices: Change<Bool> = .keep
    /// Kinds of notices that are not pushed.
    public var pushMuted: Change<[NoticeKind]> = .keep
    /// Whether push messages have the text of the notice too, and not only its title.
    public var pushText: Change<Bool> = .keep
    /// When nothing is pushed, in the account's time zone: `22:00-07:00`. `.set(nil)` for never.
    public var quietHours: Change<String?> = .keep
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
    static let pushNotices = BodyField.boolean(
        "push_notices",
        "Whether notices are also pushed to your devices; `true` by default."
    )
    .defaulting(to: true)
    static let pushMuted = BodyField<[NoticeKind]>
        .list(
            "push_muted",
            0...100,
            of: .choice("", of: NoticeKind.self),
            "Kinds of notices that are not pushed; none by default."
        )
        .defaulting(to: [])
    static let pushText = BodyField.boolean(
        "push_text",
        "Whether push messages have the notice's text, and not only its title; `false` by default."
    )
    .defaulting(to: false)
    static let quietHours = BodyField.text(
        "quiet_hours",
        11...11,
        "When nothing but security notices is pushed, in your time zone, such as `22:00-07:00`.",
        rule: TextRule(
            "^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$",
            FieldRule("quietHours", "Must be two different times, such as \"22:00-07:00\".")
        ) { areQuietHours($0) }
    )
    .optional
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
        body.field(Self.pushNotices, &pushNotices)
        body.field(Self.pushMuted, &pushMuted)
        body.field(Self.pushText, &pushText)
        body.field(Self.quietHours, &quietHours)
        body.field(Self.searchable, &searchable)
        body.field(Self.feedFilters, &feedFilters)
        body.field(Self.shelfDefaultStatus, &shelfDefaultStatus)
        body.field(Self.shelfIsPublic, &shelfIsPublic)
    }

    private static func areQuietHours(_ text: String) -> Bool {
        let times = text.split(separator: "-", omittingEmptySubsequences: false)
        return times.count == 2 && times[0] != times[1] && times.allSatisfy(isTimeOfDay)
    }

    /// `22:00`
    private static func isTimeOfDay(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && ReceivedNumber.isDigits($0) }),
            let hour = Int(parts[0]), let minute = Int(parts[1])
        else { return false }
        return hour < 24 && minute < 60
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
