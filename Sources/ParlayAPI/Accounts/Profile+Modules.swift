extension Profile {
    /// The part of the module `meetups`.
    public struct Meetups: MemberGroup, Hashable {
        /// ISO 639-1
        public var knownLang: String
        /// ISO 639-1
        public var learnLang: String
        /// How often the person came to meetups.
        public var reliability: Reliability

        @inlinable
        public init(knownLang: String, learnLang: String, reliability: Reliability) {
            self.knownLang = knownLang
            self.learnLang = learnLang
            self.reliability = reliability
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("known_lang", &knownLang, "The language the person knows, as an ISO 639-1 code.")
            object.member("learn_lang", &learnLang, "The language the person learns, as an ISO 639-1 code.")
            object.member("reliability", &reliability, "How often the person came to meetups.")
        }
    }

    /// How often others reported that the person came to a meetup, or did not.
    public struct Reliability: Resource, Hashable {
        /// Meetups that the person came to, as the others reported.
        public var met: Int
        /// Meetups that the person missed, as the others reported.
        public var noShow: Int

        @inlinable
        public init(met: Int, noShow: Int) {
            self.met = met
            self.noShow = noShow
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("met", &met, "Meetups the person came to, as reported by the others.")
            object.member("no_show", &noShow, "Meetups the person missed, as reported by the others.")
        }
    }

    /// The part of the module `wagers`.
    public struct Wagers: MemberGroup, Hashable {
        /// Where to pay the person, without the `@`; `nil` if they gave none.
        public var venmoUsername: String?
        /// Profit and loss over completed and confirmed wagers; negative for a loss.
        public var pnlCents: Int64
        /// Decided wagers that the person won.
        public var wagersWon: Int
        /// Decided wagers that the person lost.
        public var wagersLost: Int
        /// What opponents gave the person.
        public var rating: Rating

        @inlinable
        public init(
            venmoUsername: String?,
            pnlCents: Int64,
            wagersWon: Int,
            wagersLost: Int,
            rating: Rating
        ) {
            self.venmoUsername = venmoUsername
            self.pnlCents = pnlCents
            self.wagersWon = wagersWon
            self.wagersLost = wagersLost
            self.rating = rating
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("venmo_username", &venmoUsername, "The Venmo username to pay this person at.")
            object.member("pnl_cents", &pnlCents, "Profit and loss over all wagers, in cents.")
            object.member("wagers_won", &wagersWon, "Wagers the person won.")
            object.member("wagers_lost", &wagersLost, "Wagers the person lost.")
            object.member("rating", &rating, "Ratings by opponents.")
        }
    }

    /// The ratings by others, 1–5.
    public struct Rating: Resource, Hashable {
        /// `nil` if the count is 0.
        public var mean: Double?
        /// How many ratings there are.
        public var count: Int

        public init(mean: Double?, count: Int) {
            self.mean = mean
            self.count = count
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("mean", &mean, "The mean, from 1 to 5; `null` without ratings.")
            object.member("count", &count, "How many ratings there are.")
        }
    }
}

extension Profile.Reliability {
    package static var schemaSummary: String { "How often a person came to meetups." }

    package static var example: Profile.Reliability { Profile.Reliability(met: 3, noShow: 0) }
}

extension Profile.Rating {
    package static var schemaSummary: String { "A person's ratings by opponents." }

    package static var example: Profile.Rating { Profile.Rating(mean: 4.5, count: 2) }
}

extension Profile.Meetups {
    package static var example: Profile.Meetups {
        Profile.Meetups(knownLang: "en", learnLang: "es", reliability: .example)
    }
}

extension Profile.Wagers {
    package static var example: Profile.Wagers {
        Profile.Wagers(
            venmoUsername: "ann-archer",
            pnlCents: 1_250,
            wagersWon: 3,
            wagersLost: 1,
            rating: .example
        )
    }
}
