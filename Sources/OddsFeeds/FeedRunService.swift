internal import Components
package import Database
internal import Jobs
internal import Notifications
internal import Observability
internal import ParlayAPI
internal import Sportsbook
internal import Tenancy

/// The runs of feeds, for all tenants.
package struct FeedRunService: Sendable {
    /// A feed corrects a result for this long, in seconds.
    private static let correctionLimit: Int64 = 72 * 3600

    private let database: DatabasePool
    private let reader: FeedReader

    package init(database: DatabasePool, reader: FeedReader) {
        self.database = database
        self.reader = reader
    }

    /// The age of the data of each feed.
    static let gauge = ComponentGauge(
        "parlay_feed_age_seconds",
        "Seconds since a feed was read with success, or created.",
        labels: ["tenant", "feed"]
    ) { database in
        try await database.read(FeedRunStore.ages()).map {
            Sample([$0.tenant, String($0.feed)], Double($0.seconds))
        }
    }

    // MARK: Every minute

    /// Enqueues the feeds that are due, and suspends the markets of those that are silent.
    func poll(at now: Timestamp) async throws {
        _ = try await database.write([FeedRunStore.enqueueDue(.time(now))])
        for key in try await database.read(FeedRunStore.newlySilent(.time(now))).all {
            try await silence(key, at: now)
            try Task.checkCancellation()
        }
    }

    private func silence(_ key: FeedKey, at now: Timestamp) async throws {
        guard let tenant = try await tenant(key.tenant) else { return }
        try await database.transaction { transaction in
            let work = TenantTransaction(tenant.id, at: now, transaction)
            let locked = FeedRunStore.lockSilent(.id(key.tenant), .id(key.feed), .time(now))
            guard let report = try await work.read(locked).first else { return }
            try await work.run(
                FeedRunStore.suspend(.id(key.tenant), .text(Self.source(key.feed)), .null),
                FeedRunStore.becomeSilent(.id(key.tenant), .id(key.feed))
            )
            if !report.isReported {
                try await notifyAdmins(
                    work,
                    key.feed,
                    report,
                    "It was not read for three intervals. Its markets are suspended.",
                    .feedSilent
                )
            }
        }
    }

    // MARK: One run

    /// What the requests of a run brought.
    private struct Outcome {
        var readings: [SourceReading] = []
        var error: SourceError?
        var quota: SourceQuota?
        var hasOdds: Bool { readings.contains { $0.part == .odds } }
    }

    /// Reads what is due of a feed, and writes what agrees with what is known.
    func run(_ id: FeedID, _ context: JobContext<FeedRunService>) async throws {
        let now = Timestamp.now
        let tenantID = TenantID(rawValue: context.tenantID)
        guard let tenant = try await tenant(tenantID), tenant.isActive, tenant.modules.contains(.sportsbook)
        else {
            return
        }
        let begun = try await database.write([FeedRunStore.begin(.id(tenantID), .id(id), .time(now)).query])
        guard let run = try Rows<FeedRun>(begun[0]).first else { return }
        let outcome = try await read(run, tenantID, at: now)
        // The process is stopping: the feed is due again after three minutes.
        try Task.checkCancellation()
        do {
            try await write(run, outcome, tenant, context)
        } catch let error as DatabaseError where error.constraint != nil {
            // What the tree refuses, such as a name with control characters.
            var refused = Outcome()
            refused.quota = outcome.quota
            refused.error = .invalidName
            try await write(run, refused, tenant, context)
        }
    }

    private func write(
        _ run: FeedRun,
        _ outcome: Outcome,
        _ tenant: Tenant,
        _ context: JobContext<FeedRunService>
    ) async throws {
        try await context.transaction { transaction in
            let work = TenantTransaction(tenant.id, at: .now, transaction)
            let locked = FeedRunStore.lock(.id(tenant.id), .id(run.id), .integer(run.version))
            // Edited meanwhile: it is due again, as it is now.
            guard let report = try await work.read(locked).first else { return }
            try await finish(run, outcome, report, work)
        }
    }

    private func read(_ run: FeedRun, _ tenant: TenantID, at now: Timestamp) async throws -> Outcome {
        var outcome = Outcome()
        outcome.quota = run.quota
        for part in try await parts(of: run, tenant, at: now) {
            let answer = try await reader.read(run.request, part, now: now)
            outcome.quota = answer.quota ?? outcome.quota
            switch answer.reading {
            case .success(let reading): outcome.readings.append(reading)
            case .failure(let error):
                outcome.error = error
                return outcome
            }
        }
        return outcome
    }

    /// A page has everything. Of The Odds API, the rest of a low quota is for scores.
    private func parts(of run: FeedRun, _ tenant: TenantID, at now: Timestamp) async throws -> [SourceReading
        .Part]
    {
        guard run.source == .oddsAPI else { return [.odds] }
        let games = try await games(run.id, tenant, at: now) { try await database.read($0).all }
        let wantsScores = run.isScoresDue || run.isOddsDue && games.isWaitingForScores(at: now)
        if run.quota?.isLow == true { return [.scores] }
        return (run.isOddsDue ? [.odds] : []) + (wantsScores ? [.scores] : [])
    }

    private func games(
        _ feed: FeedID,
        _ tenant: TenantID,
        at now: Timestamp,
        _ read: (RowQuery<Timestamp>) async throws -> [Timestamp]
    ) async throws -> FeedGames {
        FeedGames(try await read(FeedRunStore.starts(.id(tenant), .text(Self.source(feed)), .time(now))))
    }

    private func tenant(_ id: TenantID) async throws -> Tenant? {
        try await database.read(FeedRunStore.tenant(.id(id))).first?.tenant
    }

    static func source(_ feed: FeedID) -> String { "feed:\(feed.rawValue)" }

    // MARK: Writing

    private func finish(_ run: FeedRun, _ outcome: Outcome, _ report: FeedReport, _ work: TenantTransaction)
        async throws
    {
        var state = FeedState(error: outcome.error)
        for reading in outcome.readings { try await apply(reading, of: run, to: &state, work) }
        if state.suspendsAll {
            try await work.run(FeedRunStore.suspend(.id(work.tenant), .text(Self.source(run.id)), .null))
        }
        let now = work.now
        let games = try await games(run.id, work.tenant, at: now) { try await work.read($0).all }
        let failures = state.status == .ok ? 0 : run.failures + 1
        var next = FeedPlan(run, games, at: now)
        if outcome.quota?.isLow == true { next.saveQuota(at: now) }
        if state.status != .ok {
            next.repeat(run, state.isRead ? nil : outcome.error, at: now, failures: failures)
        }
        let shouldNotify = state.isContradiction && !report.isReported
        state.remember(report, hasOdds: outcome.hasOdds)
        try await work.run(
            FeedRunStore.finish(
                .id(work.tenant),
                .id(run.id),
                .text(state.status.rawValue),
                .text(state.sentence.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(500))) }),
                .time(now),
                .integer(failures),
                .boolean(state.status == .ok ? false : report.isReported || shouldNotify),
                .time(next.oddsDueAt),
                .time(next.scoresDueAt),
                .boolean(outcome.error == nil && !state.suspendsAll),
                .boolean(outcome.hasOdds && !state.suspendsAll),
                .time(run.schedule.silence(after: now, games)),
                .integer(outcome.quota?.remaining),
                .integer(outcome.quota?.used)
            )
        )
        if shouldNotify { try await notifyAdmins(work, run.id, report, state.sentence ?? "", state.why) }
    }

    /// Writes the games of a reading that agree, and suspends those that do not.
    private func apply(
        _ reading: SourceReading,
        of run: FeedRun,
        to state: inout FeedState,
        _ work: TenantTransaction
    ) async throws {
        guard !state.suspendsAll else { return }
        let source = Self.source(run.id)
        let known = try await work.read(
            FeedRunStore.known(.id(work.tenant), .text(source), .time(work.now))
        ).all
        let events = try await SourceCalendar(source: source, options: run.options, work: work)
            .events(of: reading)
        let found = Contradictions(known: known, events: events, part: reading.part, now: work.now)
        state.take(found)
        guard found.everything == nil else { return }
        if !found.games.isEmpty {
            try await work.run(
                FeedRunStore.suspend(.id(work.tenant), .text(source), .texts(found.games.keys.sorted()))
            )
        }
        guard !found.accepted.isEmpty else { return }
        var tournament = reading.tournament
        tournament.events = found.accepted
        _ = try await TreeImport.apply(
            [tournament],
            from: source,
            in: work,
            correctionLimit: Self.correctionLimit
        )
    }

    private func notifyAdmins(
        _ work: TenantTransaction,
        _ feed: FeedID,
        _ report: FeedReport,
        _ sentence: String,
        _ why: FeedNoticeText
    )
        async throws
    {
        let admins = try await work.read(FeedRunStore.admins(.id(work.tenant))).all
        guard !admins.isEmpty else { return }
        let draft = NoticeDraft(
            to: admins,
            .feedFailed,
            title: "Feed “\(report.name)” fails",
            text: sentence,
            subject: Subject(type: "feed", id: feed.rawValue),
            by: nil,
            arguments: NoticeArguments(
                FeedNoticeText.feedFailed,
                [
                    "name": .string(report.name), "why_words": .string(why.rawValue),
                    "reason": .string(sentence),
                ]
            )
        )
        try await work.run(draft.query(work.tenant, at: work.now))
    }
}
