internal import ParlayAPI

/// What became of a run.
struct FeedState {
    private(set) var status = OddsFeedStatus.ok
    private(set) var sentence: String?
    /// Of what kind a contradiction is.
    private(set) var why = FeedNoticeText.feedContradiction
    /// The markets of the whole feed are suspended.
    private(set) var suspendsAll = false
    /// The data contradict themselves or what is known, or have another structure.
    private(set) var isContradiction = false

    /// The source was read, whatever it said about single games.
    var isRead: Bool { status == .ok || isContradiction && !suspendsAll }

    init(error: SourceError?) {
        guard let error else { return }
        status = .failing
        sentence = "\(error)"
        if case .structure = error {
            suspendsAll = true
            isContradiction = true
            why = .feedStructure
        }
    }

    mutating func take(_ found: Contradictions) {
        guard let summary = found.summary else { return }
        isContradiction = true
        suspendsAll = suspendsAll || found.everything != nil
        if status == .ok || found.everything != nil { (sentence, why) = (summary, .feedContradiction) }
        status = .failing
    }

    /// Only a run that read odds makes up for what was wrong with them.
    mutating func remember(_ report: FeedReport, hasOdds: Bool) {
        if status == .ok, !hasOdds {
            status = report.status
            sentence = report.lastError
        } else if report.status == .silent, !(hasOdds && isRead) {
            status = .silent
        }
    }
}

/// When a feed is read next.
struct FeedPlan {
    private(set) var oddsDueAt: Timestamp
    private(set) var scoresDueAt: Timestamp?

    /// After a clean run.
    init(_ run: FeedRun, _ games: FeedGames, at now: Timestamp) {
        oddsDueAt = run.isOddsDue ? run.schedule.nextOdds(after: now, games) : run.oddsDueAt
        guard let next = run.schedule.nextScores(after: now, games) else { return }
        switch run.options {
        case .oddsAPI: scoresDueAt = next
        case .page(let options):
            // A page has both; without scores it is not read for them.
            if options.fields[.homeScore] != nil { oddsDueAt = min(oddsDueAt, next) }
        }
    }

    /// Asks only now and then whether there is a quota again.
    mutating func saveQuota(at now: Timestamp) { oddsDueAt = max(oddsDueAt, now.adding(minutes: 360)) }

    /// After a run that failed with an error, or that found contradictions.
    mutating func `repeat`(_ run: FeedRun, _ error: SourceError?, at now: Timestamp, failures: Int) {
        guard let error else {
            if run.isOddsDue {
                oddsDueAt = min(oddsDueAt, FeedSchedule.retry(after: now, failures: failures))
            }
            return
        }
        let retry = FeedSchedule.retry(after: error, at: now, failures: failures)
        oddsDueAt = run.isOddsDue ? retry : max(oddsDueAt, retry)
        scoresDueAt = run.isScoresDue ? retry : scoresDueAt.map { max($0, retry) }
    }
}
