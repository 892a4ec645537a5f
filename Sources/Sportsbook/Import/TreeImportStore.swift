package import Database
internal import ParlayAPI
internal import Tenancy

/// The statements that write what a source says, an array a column.
package enum TreeImportStore {
    /// Imports of one source take turns.
    package static let lock = RowStatement<UnreadRow>(
        "select pg_advisory_xact_lock(hashtextextended('parlay.import.' || $2, $1))"
    )

    static let findTournament = RowStatement<TournamentRow>(
        "select",
        TournamentRow.columns,
        "from tournaments where tenant_id = $1 and source = $2 and external_id = $3"
    )

    static let createTournament = RowStatement<TournamentRow>(
        """
        insert into tournaments (tenant_id, source, external_id, sport, name, season)
        values ($1, $2, $3, $4, $5, $6)
        returning
        """,
        TournamentRow.columns
    )

    /// The events of a source with these ids of its own.
    package static let findEvents = RowStatement<TreeLine>(
        "select",
        TreeLine.columns,
        "from events e",
        TreeLine.markets,
        """
         where e.tenant_id = $1 and e.source = $2 and e.external_id = any ($3::text[])
         order by e.id, m.id, o.id
        """
    )

    /// In the order of the ids.
    static let lockEvents = RowStatement<UnreadRow>(
        "select 1 from events where tenant_id = $1 and id = any ($2::bigint[]) order by id for update"
    )

    /// Those of the markets `$2` that have bets.
    static let withBets = RowStatement<MarketID>(
        """
        select m.id
          from unnest($2::bigint[]) as m (id)
         where exists (
             select
               from outcomes o
              cross join lateral (
                    select from bet_legs x where x.tenant_id = $1 and x.outcome_id = o.id offset 0
                    ) as l
              where o.tenant_id = $1 and o.market_id = m.id
         )
        """
    )

    /// New events, those with a result already decided: they can have no bets.
    static let createEvents = RowStatement<CreatedEvent>(
        """
        insert into events (
            tenant_id, source, tournament_id, external_id, home, away, starts_at, week, status, home_score, away_score,
            result_version, first_result_at, postponed_at
        )
        select $1, $2, e.tournament_id, e.external_id, e.home, e.away, e.starts_at, e.week, e.status,
               e.home_score, e.away_score,
               case when e.status in ('final', 'cancelled') then 1 else 0 end,
               case when e.status in ('final', 'cancelled') then $3::timestamptz end,
               case when e.status = 'postponed' then $3::timestamptz end
          from unnest(
                   $4::bigint[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::integer[], $10::text[],
                   $11::integer[], $12::integer[]
               ) with ordinality as e (tournament_id, external_id, home, away, starts_at, week, status, home_score,
                                       away_score, number)
         order by e.number
        returning id, external_id
        """
    )

    static let updateEvents = Statement(
        """
        update events e
           set home = n.home, away = n.away, starts_at = n.starts_at, week = n.week, status = n.status,
               home_score = n.home_score, away_score = n.away_score,
               postponed_at = case when n.status = 'postponed' then coalesce(e.postponed_at, $2) end
          from unnest(
                   $3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::integer[], $8::text[], $9::integer[],
                   $10::integer[]
               ) as n (id, home, away, starts_at, week, status, home_score, away_score)
         where e.tenant_id = $1 and e.id = n.id
        """
    )

    static let createMarkets = RowStatement<CreatedMarket>(
        """
        insert into markets (tenant_id, event_id, kind, line_quarters, status, status_by, prices)
        select $1, m.event_id, m.kind, m.line_quarters, m.status, m.status_by, m.prices
          from unnest($2::bigint[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[])
              with ordinality as m (event_id, kind, line_quarters, status, status_by, prices, number)
         order by m.number
        returning id, event_id, kind, line_quarters
        """
    )

    static let updateMarkets = Statement(
        """
        update markets m
           set line_quarters = n.line_quarters, status = n.status, status_by = n.status_by,
               prices = n.prices
          from unnest($2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[])
              as n (id, line_quarters, status, status_by, prices)
         where m.tenant_id = $1 and m.id = n.id
        """
    )

    static let createOutcomes = Statement(
        """
        insert into outcomes (tenant_id, market_id, side, name, price, status)
        select $1, o.market_id, o.side, o.name, o.price, o.status
          from unnest($2::bigint[], $3::text[], $4::text[], $5::integer[], $6::text[])
              with ordinality as o (market_id, side, name, price, status, number)
         order by o.number
        """
    )

    static let updateOutcomes = Statement(
        """
        update outcomes o
           set name = n.name, price = n.price
          from unnest($2::bigint[], $3::text[], $4::integer[]) as n (id, name, price)
         where o.tenant_id = $1 and o.id = n.id
        """
    )

    static let statements = [
        lock.statement, findTournament.statement, createTournament.statement, findEvents.statement,
        lockEvents.statement,
        withBets.statement, createEvents.statement, updateEvents, createMarkets.statement, updateMarkets,
        createOutcomes, updateOutcomes,
    ]
}

struct CreatedEvent: RowReadable {
    let id: EventID
    let externalID: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        externalID = try columns.text()
    }
}

struct CreatedMarket: RowReadable {
    let id: MarketID
    let key: MarketKey

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        let event: EventID = try columns.id()
        let kind: MarketKind = try columns.choice()
        let line = try columns.optionalInteger().flatMap { MarketLine(quarters: Int($0)) }
        key = MarketKey(event: event, kind: kind, line: line)
    }
}

/// What identifies a market.
struct MarketKey: Hashable {
    let event: EventID
    let kind: MarketKind
    let line: MarketLine?
}
