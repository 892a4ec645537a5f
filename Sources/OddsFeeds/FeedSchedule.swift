package import Jobs
package import ParlayAPI
internal import Tenancy

/// When a feed is read.
package enum FeedSchedule: Sendable, Equatable {
    /// By the nearness of the next kick-off.
    case auto
    case cron(Cron)

    /// `nil` unless it is `auto` or a cron expression.
    package init?(_ text: String) {
        if text == "auto" {
            self = .auto
        } else if let cron = try? Cron(text) {
            self = .cron(cron)
        } else {
            return nil
        }
    }

    /// When odds are read next, if they were read at `time`.
    package func nextOdds(after time: Timestamp, _ games: FeedGames) -> Timestamp {
        switch self {
        case .cron(let cron):
            return cron.next(after: time.milliseconds).map(Timestamp.init(milliseconds:))
                ?? time.adding(minutes: 360)
        case .auto:
            guard let start = games.next(after: time) else { return time.adding(minutes: 360) }
            let day = start.adding(minutes: -1440)
            let hour = start.adding(minutes: -60)
            // At least a minute later: the last day begins when it begins.
            if time < day { return max(time.adding(minutes: 1), min(time.adding(minutes: 360), day)) }
            if time < hour { return max(time.adding(minutes: 1), min(time.adding(minutes: 30), hour)) }
            return time.adding(minutes: 5)
        }
    }

    /// When scores are read next; `nil` if no game is under way or to come.
    package func nextScores(after time: Timestamp, _ games: FeedGames) -> Timestamp? {
        if case .cron = self {
            return games.isWaitingForScores(at: time) ? nextOdds(after: time, games) : nil
        }
        if games.isUnderWay(at: time) { return time.adding(minutes: 5) }
        return games.next(after: time).map { $0.adding(minutes: 5) }
    }

    /// From when on the feed is silent if there is no success after one at `time`.
    package func silence(after time: Timestamp, _ games: FeedGames) -> Timestamp {
        let third = (0..<3).reduce(time) { time, _ in nextOdds(after: time, games) }
        return max(third, time.adding(minutes: 15))
    }

    /// After this many failures in a row, from 1.
    package static func retry(after time: Timestamp, failures: Int) -> Timestamp {
        time.adding(minutes: min(60, 1 << min(max(failures, 1) - 1, 6)))
    }

    /// When to try again after an error, apart from its count.
    package static func retry(after error: SourceError, at time: Timestamp, failures: Int) -> Timestamp {
        let day: Int64 = 86_400_000
        switch error {
        case .spent: return Timestamp(milliseconds: (time.milliseconds / day + 1) * day)
        case .throttled(let seconds): return time.adding(seconds: min(max(seconds ?? 60, 60), 86_400))
        case .structure, .unavailable: return retry(after: time, failures: failures)
        }
    }
}

/// The kick-offs of a feed's games that have no result.
package struct FeedGames: Sendable, Equatable {
    /// A game is under way for at most this long; one without a result after that is asked for with the odds.
    private static let longest: Int64 = 12 * 3600
    /// As far back as the scores of The Odds API go.
    private static let scored: Int64 = 3 * 86_400

    package let starts: [Timestamp]

    package init(_ starts: [Timestamp]) { self.starts = starts.sorted() }

    func next(after time: Timestamp) -> Timestamp? { starts.first { $0 > time } }

    package func isUnderWay(at time: Timestamp) -> Bool {
        starts.contains { $0 <= time && time < $0.adding(seconds: Self.longest) }
    }

    package func isWaitingForScores(at time: Timestamp) -> Bool {
        starts.contains { $0 <= time && time < $0.adding(seconds: Self.scored) }
    }
}

extension Timestamp {
    func adding(minutes: Int64) -> Timestamp { adding(seconds: minutes * 60) }
}
