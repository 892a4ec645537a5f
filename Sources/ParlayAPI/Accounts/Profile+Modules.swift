extension Profile {
    /// What the module `meetups` adds.
    public struct Meetups: Codable, Hashable, Sendable {
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

        enum CodingKeys: String, CodingKey {
            case knownLang = "known_lang"
            case learnLang = "learn_lang"
            case reliability
        }

        func writeMembers(to writer: inout JSONWriter) {
            writer.member(CodingKeys.knownLang, knownLang)
            writer.member(CodingKeys.learnLang, learnLang)
            writer.member(CodingKeys.reliability, reliability)
        }
    }

    /// How often others said that the person came to a meetup, or did not.
    public struct Reliability: Codable, Hashable, Sendable, JSONWritable {
        public var met: Int
        public var noShow: Int

        public init(met: Int, noShow: Int) {
            self.met = met
            self.noShow = noShow
        }

        enum CodingKeys: String, CodingKey {
            case met
            case noShow = "no_show"
        }

        public func write(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member(CodingKeys.met, met)
                writer.member(CodingKeys.noShow, noShow)
            }
        }
    }

    /// What the module `wagers` adds.
    public struct Wagers: Codable, Hashable, Sendable {
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

        enum CodingKeys: String, CodingKey {
            case venmoUsername = "venmo_username"
            case pnlCents = "pnl_cents"
            case wagersWon = "wagers_won"
            case wagersLost = "wagers_lost"
            case rating
            case friendship
        }

        func writeMembers(to writer: inout JSONWriter) {
            writer.member(CodingKeys.venmoUsername, venmoUsername)
            writer.member(CodingKeys.pnlCents, pnlCents)
            writer.member(CodingKeys.wagersWon, wagersWon)
            writer.member(CodingKeys.wagersLost, wagersLost)
            writer.member(CodingKeys.rating, rating)
            writer.member(CodingKeys.friendship, friendship)
        }
    }

    /// What others gave, 1–5.
    public struct Rating: Codable, Hashable, Sendable, JSONWritable {
        /// `nil` when the count is 0.
        public var mean: Double?
        public var count: Int

        public init(mean: Double?, count: Int) {
            self.mean = mean
            self.count = count
        }

        enum CodingKeys: String, CodingKey {
            case mean
            case count
        }

        public func write(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member(CodingKeys.mean, mean)
                writer.member(CodingKeys.count, count)
            }
        }
    }
}
