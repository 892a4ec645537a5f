package import ParlayAPI
package import Sportsbook

/// What one answer of a feed's source says, before it is compared with what is known.
package struct SourceReading: Sendable, Equatable {
    package enum Part: String, Sendable, Hashable {
        /// Games with their lines; a page has their scores too. A coming game that is absent is gone.
        case odds
        /// Scores of some games, without lines.
        case scores
    }

    package var part: Part
    /// Without its events.
    package var tournament: SourceTournament
    package var games: [SourceGame]

    package init(_ part: Part, _ tournament: SourceTournament, _ games: [SourceGame]) {
        self.part = part
        self.tournament = tournament
        self.games = games
    }
}

/// A game as a source states it: its kick-off may be a local time, and a final one may have no score.
package struct SourceGame: Sendable, Equatable {
    package var externalID: String
    package var home: String
    package var away: String
    package var startsAt: SourceTime
    package var status: EventStatus
    package var score: Score?
    package var markets: [SourceMarket]

    package init(
        _ externalID: String,
        home: String,
        away: String,
        startsAt: SourceTime,
        status: EventStatus = .scheduled,
        score: Score? = nil,
        markets: [SourceMarket] = []
    ) {
        self.externalID = externalID
        self.home = home
        self.away = away
        self.startsAt = startsAt
        self.status = status
        self.score = score
        self.markets = markets
    }
}

/// Why a source gave no reading. The sentences are shown to admins.
package enum SourceError: Error, Equatable, CustomStringConvertible {
    /// The answer is not what it was, or not what the options say: all markets of the feed are suspended.
    case structure(String)
    /// There is no usable answer; the next run may get one.
    case unavailable(String)
    /// The quota is spent.
    case spent
    /// Too many requests; the source asks to wait these seconds, or does not say.
    case throttled(seconds: Int64?)

    /// The tree does not take it.
    static let invalidName = SourceError.structure("The source has a name or a number that is not valid.")

    package var description: String {
        switch self {
        case .structure(let sentence), .unavailable(let sentence): sentence
        case .spent: "The quota of the API key is used up. The next request is made on the next day (UTC)."
        case .throttled: "The source accepts no more requests at the moment."
        }
    }
}

/// The requests that are left, as the headers `x-requests-remaining` and `x-requests-used` state them.
package struct SourceQuota: Sendable, Equatable {
    package var remaining: Int
    package var used: Int

    package init(remaining: Int, used: Int) {
        self.remaining = remaining
        self.used = used
    }

    /// - Parameter header: the value of a header of the answer by its name.
    package init?(_ header: (String) -> String?) {
        // Some answers have fractions: `498.0`.
        func count(_ name: String) -> Int? {
            header(name).flatMap { ReceivedNumber.rounded($0, clampedTo: ReceivedNumber.counts) }.map(
                Int.init
            )
        }
        // Less than nothing is nothing.
        guard let remaining = count("x-requests-remaining") else { return nil }
        self.init(remaining: remaining, used: count("x-requests-used") ?? 0)
    }

    /// Below a tenth: only scores are requested.
    package var isLow: Bool { remaining == 0 || remaining < (remaining + used + 9) / 10 }
}

/// A source of odds: what to request, and how to read the answer.
package protocol OddsSource: Sendable {
    /// The URL of a request, which may contain the key.
    func url(for part: SourceReading.Part) -> String
    /// Whether one answer has both odds and scores.
    var isWhole: Bool { get }
    /// Reads an answer with the status 200. May block for seconds: call it on a blocking pool.
    func read(_ body: [UInt8], part: SourceReading.Part, now: Timestamp) throws(SourceError) -> SourceReading
    /// What an answer with another status means.
    func failure(status: Int, body: [UInt8], retryAfter: Int64?) -> SourceError
}
