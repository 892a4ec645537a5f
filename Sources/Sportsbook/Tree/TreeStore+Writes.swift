package import Database
internal import ParlayAPI
internal import Tenancy

extension TreeStore {
    static let createTournament = RowStatement<TournamentRow>(
        "insert into tournaments (tenant_id, sport, name, season, icon_url) values ($1, $2, $3, $4, $5) returning",
        TournamentRow.columns
    )

    static let updateTournament = RowStatement<TournamentRow>(
        """
        update tournaments
           set sport = $3, name = $4, season = $5, icon_url = $6, status = $7
         where tenant_id = $1 and id = $2
        returning
        """,
        TournamentRow.columns
    )

    static let lockTournament = RowStatement<TournamentRow>(
        "select",
        TournamentRow.columns,
        "from tournaments where tenant_id = $1 and id = $2 for update"
    )

    /// Deletes a tournament and its events. Bets on any of them make it fail.
    static let deleteTournament = Statement("delete from tournaments where tenant_id = $1 and id = $2")

    static let createEvent = RowStatement<EventID>(
        """
        insert into events (tenant_id, tournament_id, home, away, starts_at, week)
        select $1, t.id, $3, $4, $5, $6
          from tournaments t
         where t.tenant_id = $1 and t.id = $2
        returning id
        """
    )

    /// Locks an event, so that its status, its result and its bets do not change meanwhile.
    package static let lockEvent = RowStatement<EventRow>(
        "select",
        EventRow.columns,
        "from events where tenant_id = $1 and id = $2 for update"
    )

    /// Writes what an admin edits. The status, and since when it is postponed.
    static let updateEvent = Statement(
        """
        update events
           set home = $3, away = $4, starts_at = $5, week = $6, status = $7, home_score = $8, away_score = $9,
               postponed_at = case when $7 = 'postponed' then coalesce(postponed_at, $10) end
         where tenant_id = $1 and id = $2
        """
    )

    static let deleteEvent = Statement("delete from events where tenant_id = $1 and id = $2")

    static let createMarket = RowStatement<MarketID>(
        """
        insert into markets (tenant_id, event_id, kind, line_quarters, prices)
        values ($1, $2, $3, $4, $5)
        on conflict on constraint markets_key do nothing
        returning id
        """
    )

    /// Creates the outcomes of a market, in the order of the arrays: sides, names and prices.
    static let createOutcomes = Statement(
        """
        insert into outcomes (tenant_id, market_id, side, name, price)
        select $1, $2, o.side, o.name, o.price
          from unnest($3::text[], $4::text[], $5::integer[]) with ordinality as o (side, name, price, number)
         order by o.number
        """
    )

    /// - Throws: a violation of `markets_key` if the event has such a market with this line.
    static let updateMarket = Statement(
        """
        update markets
           set status = $3, status_by = $4, line_quarters = $5, prices = $6
         where tenant_id = $1 and id = $2
        """
    )

    static let deleteMarket = Statement("delete from markets where tenant_id = $1 and id = $2")

    static let updateOutcome = Statement(
        "update outcomes set price = $3, status = $4, name = $5 where tenant_id = $1 and id = $2"
    )

    static let writes = [
        createTournament.statement, updateTournament.statement, lockTournament.statement, deleteTournament,
        createEvent.statement, lockEvent.statement, updateEvent, deleteEvent, createMarket.statement,
        createOutcomes, updateMarket, deleteMarket, updateOutcome,
    ]
}

extension TreeStore {
    /// Everything of an event that is not its result.
    static func update(_ event: EventRow, in tenant: TenantID, at now: Timestamp) -> Query {
        updateEvent(
            .id(tenant),
            .id(event.id),
            .text(event.home),
            .text(event.away),
            .time(event.startsAt),
            .integer(event.week),
            .text(event.status.rawValue),
            .integer(event.score?.home),
            .integer(event.score?.away),
            .time(now)
        )
    }

    static func update(_ market: MarketRow, in tenant: TenantID) -> Query {
        update(market, line: market.line, in: tenant)
    }

    private static func update(_ market: MarketRow, line: MarketLine?, in tenant: TenantID) -> Query {
        updateMarket(
            .id(tenant),
            .id(market.id),
            .text(market.status.rawValue),
            .text(market.holder?.rawValue),
            .integer(line?.quarters),
            .text(market.prices.rawValue)
        )
    }

    static func update(_ outcome: OutcomeRow, named name: String, in tenant: TenantID) -> Query {
        updateOutcome(
            .id(tenant),
            .id(outcome.id),
            .integer(outcome.price.rawValue),
            .text(outcome.status.rawValue),
            .text(name)
        )
    }

    /// Gives a market another line; outcomes that were named by the old one are named by the new one.
    static func move(_ tree: MarketTree, to line: MarketLine, _ event: EventRow, in tenant: TenantID)
        -> [Query]
    {
        let renamed = tree.outcomes.compactMap { outcome -> Query? in
            func name(_ line: MarketLine?) -> String {
                outcome.side.name(home: event.home, away: event.away, line: line)
            }
            guard outcome.name == name(tree.market.line), outcome.name != name(line) else { return nil }
            return update(outcome, named: name(line), in: tenant)
        }
        return [update(tree.market, line: line, in: tenant)] + renamed
    }
}
