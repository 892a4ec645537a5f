internal import Database

/// What all workers share of IGDB: permits, tokens, searches and the state of the sync.
enum IGDBStore {
    // MARK: Requests

    private static let takePermit = RowStatement<PermitAnswer>(
        "select",
        PermitAnswer.columns,
        "from take_igdb_permit()"
    )
    private static let finishRequest = Statement("select finish_igdb_request($1, $2, $3, $4)")

    /// How a request ended; see `finish_igdb_request` in db/functions.
    enum Ending: String { case unsent, good, answered, lost }

    static func take() -> RowQuery<PermitAnswer> { takePermit() }

    /// - Parameters:
    ///   - permit: `nil` for what needed none.
    ///   - failure: a sentence without secrets, if it counts as a failure.
    ///   - pause: milliseconds in which no one should ask.
    static func finish(_ permit: Int64?, _ ending: Ending, failure: String? = nil, pause: Int64 = 0) -> Query
    {
        finishRequest(.integer(permit), .text(ending.rawValue), .text(failure), .integer(pause))
    }

    // MARK: Tokens

    /// `$1` is the client id, `$2` a refused token or null.
    static let token = RowStatement<TokenAnswer>("select", TokenAnswer.columns, "from igdb_token($1, $2)")

    /// A new token `$2`, which works for `$3` seconds. It is renewed when a tenth of that time is left, at most a day.
    static let storeToken = Statement(
        """
        update igdb_tokens
           set access_token = $2, issued_at = clock_timestamp(), is_proven = false, renewing_until = '-infinity',
               expires_at = clock_timestamp() + $3::bigint * interval '1 second',
               renew_at = clock_timestamp() + $3::bigint * interval '1 second'
                          - least($3::bigint * interval '100 ms', interval '1 day')
         where client_id = $1
        """
    )

    /// IGDB has accepted the token `$2`.
    static let confirmToken = Statement(
        "update igdb_tokens set is_proven = true where client_id = $1 and access_token = $2 and not is_proven"
    )

    /// It was not renewed; no process tries again for `$2` seconds.
    static let postponeRenewal = Statement(
        """
        update igdb_tokens
           set renewing_until = clock_timestamp() + $2::bigint * interval '1 second'
         where client_id = $1
        """
    )

    // MARK: Searches

    /// Begins a search for `$1`, unless it was asked within a day or runs.
    static let beginSearch = RowStatement<BegunSearch>(
        """
        with asked as (
            select game_search_key($1) as key
        ), begun as (
            insert into game_searches as s (key, asked_at, status, running_until)
            select key, clock_timestamp(), 'running', clock_timestamp() + interval '50 seconds'
              from asked
             where key <> ''
                on conflict (key) do update
               set asked_at = excluded.asked_at, status = 'running', running_until = excluded.running_until
             where s.status = 'failed' or s.running_until <= clock_timestamp()
                or s.asked_at <= clock_timestamp() - interval '24 hours'
            returning key
        )
        select
        """,
        BegunSearch.columns,
        """
          from asked
          left join begun on begun.key = asked.key
          left join game_searches s on s.key = asked.key
        """
    )

    /// A running search for `$1` ends with the status `$2`.
    static let finishSearch = Statement(
        """
        update game_searches
           set status = $2, running_until = null, finished = finished + 1, asked_at = clock_timestamp()
         where key = game_search_key($1)
        """
    )

    /// A running search was interrupted: it can begin again.
    static let releaseSearch = Statement(
        """
        update game_searches
           set running_until = clock_timestamp()
         where key = game_search_key($1) and status = 'running'
        """
    )

    static let pruneSearches = Statement(
        "delete from game_searches where asked_at < clock_timestamp() - interval '48 hours'"
    )

    // MARK: The sync

    /// Begins a sync; no row if another one runs. It has three minutes, unless it shows that it goes on.
    static let beginSync = RowStatement<BegunSync>(
        """
        update igdb_state
           set sync_id = sync_id + 1, sync_until = clock_timestamp() + interval '3 minutes'
         where sync_until <= clock_timestamp() or sync_until > clock_timestamp() + interval '1 hour'
        returning
        """,
        BegunSync.columns
    )

    /// The sync `$1` goes on; no row is touched if another one has begun.
    static let continueSync = Statement(
        "update igdb_state set sync_until = clock_timestamp() + interval '3 minutes' where sync_id = $1"
    )

    /// The top `$2` games with `$3` votes are here. If nothing was known before, what is changed from `$4` on is read next.
    static let finishTop = Statement(
        """
        update igdb_state
           set top_count = $2, top_votes = $3,
               synced_until = coalesce(synced_until, timestamptz 'epoch' + $4::bigint * interval '1 second')
         where sync_id = $1
        """
    )

    /// All that was changed before `$2` is here. Nothing is changed in the future, whatever IGDB says.
    static let advanceSync = Statement(
        """
        update igdb_state
           set synced_until = greatest(
                   synced_until, least(timestamptz 'epoch' + $2::bigint * interval '1 second', clock_timestamp())
               )
         where sync_id = $1
        """
    )

    static let finishSync = Statement(
        """
        update igdb_state
           set sync_until = '-infinity', last_sync_at = clock_timestamp()
         where sync_id = $1
        """
    )

    /// The sync ended without success.
    static let releaseSync = Statement("update igdb_state set sync_until = '-infinity' where sync_id = $1")

    /// Which of the games `$1`, by their ids at IGDB, are in the catalog.
    static let known = RowStatement<Int64>("select igdb_id from games where igdb_id = any ($1::bigint[])")

    // MARK: Metrics

    static let gauges = RowStatement<SyncGauges>("select", SyncGauges.columns, "from igdb_state")

    static let statements = [
        takePermit.statement, finishRequest, token.statement, storeToken, confirmToken, postponeRenewal,
        beginSearch.statement, finishSearch, releaseSearch, pruneSearches, beginSync.statement, continueSync,
        finishTop, advanceSync, finishSync, releaseSync, known.statement, gauges.statement,
    ]
}
