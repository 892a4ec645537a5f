extension Profile {
    /// What the module `meetups` adds.
    public struct Meetups: MemberGroup, Hashable {
        /// ISO 639-1
        public var knownLang: String
        /// ISO 639-1
        public var learnLang: String
        public var reliability: Reliability

        public init(knownLang: String, learnLang: String, reliability: Reliability) {
            self.knownLang = knownLang
            self.learnLang = learnLang
            self.reliability = reliability
        }

        public mutating func members(_ object: inout some MemberVisitor) {
            object.member("known_lang", &knownLang, "The language that the person knows, ISO 639-1.")
            object.member("learn_lang", &learnLang, "The language that the person learns, ISO 639-1.")
            object.member("reliability", &reliability, "Whether the person comes to meetups.")
        }
    }

    /// How often others said that the person came to a meetup, or did not.
    public struct Reliability: Resource, Hashable {
        public var met: Int
        public var noShow: Int

        public init(met: Int, noShow: Int) {
            self.met = met
            self.noShow = noShow
        }

        public mutating func members(_ object: inout some MemberVisitor) {
            object.member("met", &met, "Meetups that the person came to, as the others say.")
            object.member("no_show", &noShow, "Meetups that the person missed, as the others say.")
        }
    }

    /// What the module `wagers` adds.
    public struct Wagers: MemberGroup, Hashable {
        /// How the caller and the person stand to each other.
        public enum Friendship: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
            case none
            /// The caller asked.
            case sent
            /// The person asked.
            case received
            case friend
        }

        public var venmoUsername: String?
        public var pnlCents: Int64
        public var wagersWon: Int
        public var wagersLost: Int
        public var rating: Rating
        public var friendship: Extensible<Friendship>

        public init(
            venmoUsername: String?,
            pnlCents: Int64,
            wagersWon: Int,
            wagersLost: Int,
            rating: Rating,
            friendship: Friendship
        ) {
            self.venmoUsername = venmoUsername
            self.pnlCents = pnlCents
            self.wagersWon = wagersWon
            self.wagersLost = wagersLost
            self.rating = rating
            self.friendship = Extensible(friendship)
        }

        public mutating func members(_ object: inout some MemberVisitor) {
            object.member("venmo_username", &venmoUsername, "Where losers pay the person.")
            object.member("pnl_cents", &pnlCents, "Profit and loss over all wagers.")
            object.member("wagers_won", &wagersWon, "Wagers that the person won.")
            object.member("wagers_lost", &wagersLost, "Wagers that the person lost.")
            object.member("rating", &rating, "What opponents think of the person.")
            object.member("friendship", &friendship, "Whether the caller and the person are friends.")
        }
    }

    /// What others gave, 1–5.
    public struct Rating: Resource, Hashable {
        /// `nil` when the count is 0.
        public var mean: Double?
        public var count: Int

        public init(mean: Double?, count: Int) {
            self.mean = mean
            self.count = count
        }

        public mutating func members(_ object: inout some MemberVisitor) {
            object.member("mean", &mean, "From 1 to 5; `null` without ratings.")
            object.member("count", &count, "How many ratings there are.")
        }
    }
}

extension Profile.Reliability {
    public static var schemaSummary: String { "Whether somebody comes to meetups." }

    public static var example: Profile.Reliability { Profile.Reliability(met: 3, noShow: 0) }
}

extension Profile.Rating {
    public static var schemaSummary: String { "What opponents gave." }

    public static var example: Profile.Rating { Profile.Rating(mean: 4.5, count: 2) }
}

extension Profile.Meetups {
    public static var example: Profile.Meetups {
        Profile.Meetups(knownLang: "en", learnLang: "es", reliability: .example)
    }
}

extension Profile.Wagers {
    public static var example: Profile.Wagers {
        Profile.Wagers(
            venmoUsername: "ann-archer",
            pnlCents: 1_250,
            wagersWon: 3,
            wagersLost: 1,
            rating: .example,
            friendship: .none
        )
    }
}
