package import Database
internal import ParlayAPI

/// Reads of the tree.
package enum TreeStore {
    /// Tournaments, newest first, below the id `$2`; only in the status `$3` unless that is null.
    static let tournaments = RowStatement<TournamentRow>(
        "select",
        TournamentRow.columns,
        """
          from tournaments
         where tenant_id = $1 and id < $2 and ($3::text is null or status = $3)
         order by id desc
         limit $4
        """
    )

    static let tournament = RowStatement<TournamentRow>(
        "select",
        TournamentRow.columns,
        "from tournaments where tenant_id = $1 and id = $2"
    )

    /// An event with its markets.
    package static let event = RowStatement<TreeLine>(
        "select",
        TreeLine.columns,
        "from events e",
        TreeLine.markets,
        """
         where e.tenant_id = $1 and e.id = $2
         order by m.id, o.id
        """
    )

    /// Those of the ids `$2`, with their markets.
    static let eventsByID = RowStatement<TreeLine>(
        "select",
        TreeLine.columns,
        "from events e",
        TreeLine.markets,
        """
         where e.tenant_id = $1 and e.id = any ($2::bigint[])
         order by e.id, m.id, o.id
        """
    )

    /// A market with its outcomes.
    static let market = RowStatement<TreeLine>(
        "select",
        TreeLine.columns,
        "from markets m",
        .join("events", as: "e", is: "m.event_id"),
        .leftJoin("outcomes", as: "o", where: "market_id", is: "m.id"),
        """
         where m.tenant_id = $1 and m.id = $2
         order by o.id
        """
    )

    /// An outcome with its market.
    static let outcome = RowStatement<TreeLine>(
        "select",
        TreeLine.columns,
        "from outcomes o",
        .join("markets", as: "m", is: "o.market_id"),
        .join("events", as: "e", is: "m.event_id"),
        "where o.tenant_id = $1 and o.id = $2"
    )

    /// The event of a market.
    static let eventOfMarket = RowStatement<EventID>(
        "select event_id from markets where tenant_id = $1 and id = $2"
    )

    /// The event of an outcome.
    static let eventOfOutcome = RowStatement<EventID>(
        """
        select m.event_id
          from outcomes o
        """,
        .join("markets", as: "m", is: "o.market_id"),
        "where o.tenant_id = $1 and o.id = $2"
    )

    /// Events with their markets, in the order of their start, after the time `$7` and the id `$8`.
    ///
    /// Filters that are null do not apply: the tournaments `$2`, the weeks `$3`, from `$4` to before `$5`, the states `$11`,
    /// and with `$6` only the current week of each tournament: that of its earliest event that is undecided and starts less than seven
    /// days after `$9`. Events that count no weeks, in sports other than American football, are of the ISO week of `$9`.
    static let events = RowStatement<TreeLine>(
        """
        with chosen as materialized (
            select c.id
              from events c
             where c.tenant_id = $1
               and ($2::bigint[] is null or c.tournament_id = any ($2::bigint[]))
               and ($3::integer[] is null or c.week = any ($3::integer[]))
               and c.starts_at >= coalesce($4::timestamptz, '-infinity')
               and c.starts_at < coalesce($5::timestamptz, 'infinity')
               and ($11::text[] is null or c.status = any ($11::text[]))
               and ($12::text is null or strpos(lower(c.home), lower($12)) > 0
                    or strpos(lower(c.away), lower($12)) > 0)
               and (
                   not $6::boolean
                   or (c.tournament_id, c.week) in (
                       select t.id, w.week
                         from tournaments t
                         cross join lateral (
                             select u.week
                               from events u
                              where u.tenant_id = t.tenant_id and u.tournament_id = t.id
                                and u.status not in ('final', 'cancelled')
                                and u.starts_at < $9::timestamptz + interval '7 days'
                              order by u.starts_at, u.id
                              limit 1
                         ) w
                        where t.tenant_id = $1
                   )
                   or c.week is null
                      and c.starts_at >= date_trunc('week', $9::timestamptz, 'UTC')
                      and c.starts_at < date_trunc('week', $9::timestamptz, 'UTC') + interval '168 hours'
                      and exists (
                          select
                            from tournaments t
                           where t.tenant_id = c.tenant_id and t.id = c.tournament_id
                             and t.sport <> 'american_football'
                      )
               )
               and (c.starts_at, c.id) > ($7::timestamptz, $8::bigint)
             order by c.starts_at, c.id
             limit $10
        )
        select
        """,
        TreeLine.columns,
        "from chosen c",
        .join("events", as: "e", is: "c.id"),
        TreeLine.markets,
        "order by e.starts_at, e.id, m.id, o.id"
    )

    /// Whether there are bets on an event.
    static let eventHasBets = RowStatement<Bool>(
        "select exists (select from bet_legs where tenant_id = $1 and event_id = $2)"
    )

    /// Whether there are bets on a market.
    static let marketHasBets = RowStatement<Bool>(
        """
        select exists (
            select
              from outcomes o
             cross join lateral (
                   select from bet_legs x where x.tenant_id = $1 and x.outcome_id = o.id offset 0
                   ) as l
             where o.tenant_id = $1 and o.market_id = $2
        )
        """
    )

    static let statements =
        [
            tournaments.statement, tournament.statement, event.statement, eventsByID.statement,
            market.statement,
            outcome.statement,
            eventOfMarket.statement,
            eventOfOutcome.statement, events.statement, eventHasBets.statement, marketHasBets.statement,
        ] + writes
}
