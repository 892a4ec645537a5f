internal import Accounts
internal import Database
internal import HTTPServer
internal import Outbound
internal import ParlayAPI
internal import Tenancy

/// The rules of registered feeds.
struct FeedService: Sendable {
    /// Where pages can be.
    private let addresses: AddressRule
    private let zones = TimeZoneNames()

    init(addresses: AddressRule) { self.addresses = addresses }

    func page(_ page: Page, in session: Session) async throws -> [OddsFeed] {
        try await session.read(
            FeedStore.page(.id(session.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        ).map(\.resource)
    }

    func find(_ id: FeedID, in session: Session) async throws -> OddsFeed {
        let rows = try await session.read(FeedStore.find(.id(session.tenant.id), .id(id)))
        guard let row = try rows.first else { throw Self.missing }
        return row.resource
    }

    /// - Parameter options: what `check` made of the draft's.
    func create(_ draft: OddsFeedDraft, _ options: FeedOptions, in session: Session) async throws -> OddsFeed
    {
        let schedule = FeedSchedule(draft.schedule) ?? .auto
        do {
            let made = try await session.write(
                FeedStore.create(
                    .id(session.tenant.id),
                    .text(draft.source.rawValue),
                    .text(draft.name),
                    .text(draft.url),
                    .json(options.object),
                    .boolean(draft.enabled),
                    .text(draft.schedule),
                    .text(draft.key),
                    .time(session.now),
                    .time(schedule.silence(after: session.now, FeedGames([])))
                )
            )
            return try made.one.resource
        } catch let error as DatabaseError where error.constraint == "odds_feeds_limit_check" {
            throw FeedError.limit
        }
    }

    /// - Parameter update: reads the change of the feed as it is, and refuses what does not fit its source or a condition
    ///   of the call.
    func change(
        _ id: FeedID,
        in session: Session,
        to update: (OddsFeed) async throws -> (OddsFeedUpdate, FeedOptions?)
    ) async throws -> OddsFeed {
        try await session.transaction {
            let old = try await lock(id, in: session)
            let (update, options) = try await update(old)
            return try await write(update, options, to: old, in: session)
        }
    }

    private func write(
        _ update: OddsFeedUpdate,
        _ options: FeedOptions?,
        to old: OddsFeed,
        in session: Session
    ) async throws -> OddsFeed {
        let isEnabled = update.enabled.applied(to: old.enabled)
        let isNewlyRead =
            update.url.new != nil || options != nil || update.key.new != nil
            || update.schedule.new != nil
            || isEnabled && !old.enabled
        let schedule = FeedSchedule(update.schedule.applied(to: old.schedule)) ?? .auto
        let written = try await session.write(
            FeedStore.update(
                .id(session.tenant.id),
                .integer(old.id),
                .text(update.name.new),
                .text(update.url.new),
                .json(options?.object),
                .boolean(update.enabled.new),
                .text(update.schedule.new),
                .text(update.key.new),
                .time(session.now),
                .time(schedule.silence(after: session.now, FeedGames([]))),
                .boolean(isNewlyRead)
            )
        )
        return try written.one.resource
    }

    /// - Parameter requireMatch: refuses the feed as it is.
    func delete(_ id: FeedID, in session: Session, requireMatch: (OddsFeed) throws -> Void) async throws {
        try await session.transaction {
            try requireMatch(try await lock(id, in: session))
            _ = try await session.write(
                FeedStore.delete(.id(session.tenant.id), .id(id), .time(session.now))
            )
        }
    }

    /// The next run is now.
    func run(_ id: FeedID, in session: Session, requireMatch: (OddsFeed) throws -> Void) async throws
        -> OddsFeed
    {
        try await session.transaction {
            try requireMatch(try await lock(id, in: session))
            let rows = try await session.write(
                FeedStore.runNow(.id(session.tenant.id), .id(id), .time(session.now))
            )
            guard let row = try rows.first else { throw FeedError.disabled }
            return row.resource
        }
    }

    private func lock(_ id: FeedID, in session: Session) async throws -> OddsFeed {
        let rows = try await session.write(FeedStore.lock(.id(session.tenant.id), .id(id)))
        guard let row = try rows.first else { throw Self.missing }
        return row.resource
    }

    private static var missing: TenancyError { .notFound("There is no such feed.") }

    // MARK: Bodies

    /// Checks a source that is not stored yet. `nil` after an error.
    func check(
        _ source: OddsFeedSource,
        url: String?,
        key: String?,
        _ options: JSONValue,
        _ body: inout BodyReader,
        in session: Session
    ) async throws -> FeedOptions? {
        guard body.isValid(OddsFeedDraft.source) else { return nil }
        checkURL(url, of: source, &body)
        if source == .oddsAPI, key == nil, body.isValid(OddsFeedUpdate.key) {
            body.refuse(OddsFeedUpdate.key, .required)
        }
        checkKey(key, of: source, &body)
        return try await readOptions(options, of: source, &body, in: session)
    }

    /// Checks a change of a feed. `nil` after an error, and if its options stay.
    func check(_ update: OddsFeedUpdate, of feed: OddsFeed, _ body: inout BodyReader, in session: Session)
        async throws -> FeedOptions?
    {
        if case .set(let url) = update.url { checkURL(url, of: feed.source, &body) }
        if case .set(let key) = update.key { checkKey(key, of: feed.source, &body) }
        if case .set(let schedule) = update.schedule { checkSchedule(schedule, &body) }
        guard case .set(let options) = update.options else { return nil }
        return try await readOptions(options, of: feed.source, &body, in: session)
    }

    func checkSchedule(_ text: String, _ body: inout BodyReader) {
        guard body.isValid(OddsFeedUpdate.schedule), FeedSchedule(text) == nil else { return }
        body.refuse(
            OddsFeedUpdate.schedule,
            FieldRule(
                "aSchedule",
                "Must be auto, or a cron expression of five fields such as \"*/15 * * * *\"."
            )
        )
    }

    private func checkURL(_ text: String?, of source: OddsFeedSource, _ body: inout BodyReader) {
        guard body.isValid(OddsFeedUpdate.url) else { return }
        guard source == .html else {
            if text != nil { body.refuse(OddsFeedUpdate.url, FieldRule("onlyForPage", "Only for a page.")) }
            return
        }
        guard let text else {
            body.refuse(OddsFeedUpdate.url, .required)
            return
        }
        if let rule = addresses.rule(of: text) { body.refuse(OddsFeedUpdate.url, rule) }
    }

    private func checkKey(_ key: String?, of source: OddsFeedSource, _ body: inout BodyReader) {
        if key != nil, source == .html {
            body.refuse(OddsFeedUpdate.key, FieldRule("onlyForOddsAPI", "Only for The Odds API."))
        }
    }

    /// `nil` after an error.
    private func readOptions(
        _ value: JSONValue,
        of source: OddsFeedSource,
        _ body: inout BodyReader,
        in session: Session
    ) async throws -> FeedOptions? {
        guard body.isValid(OddsFeedUpdate.options), case .object(let object) = value else { return nil }
        let options: FeedOptions
        do throws(FieldErrors) { options = try FeedOptions(object, of: source) } catch {
            body.refuse(error)
            return nil
        }
        if case .page(let page) = options {
            guard try await zones.contains(page.timeZone, in: session) else {
                body.refuse(FieldErrors("options.time_zone", .aTimeZone))
                return nil
            }
        }
        return options
    }
}
