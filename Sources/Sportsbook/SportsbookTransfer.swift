internal import Database
internal import Jobs
internal import Transfer

/// What the module leaves behind when a tenant moves, and what is due on arrival.
enum SportsbookTransfer {
    static let rules = TransferRules(
        leftOut: [
            .init("live_changes", "rows of transactions that have not ended"),
            .init("live_updates", "streams start again, because people sign in again"),
            .init("live_counters", "numbers continue after those of the old installation"),
        ],
        arrivals: [numberUpdates, settleEvents],
        verifications: LedgerAuditStore.sentences.map { sentences in
            .init(
                "ledger",
                sentences,
                advice:
                    "Check the ledger of the old installation with `parlay admin ledger verify`, and export it again."
            )
        }
    )

    /// A client that resumes a stream with a number of the old installation is asked to load the tree again: no tenant has as
    /// many updates as milliseconds have passed since 1970.
    private static let numberUpdates = Statement(
        """
        insert into live_counters (tenant_id, seq, pruned)
        select $1, n.now, n.now
          from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) n
         where exists (select from tournaments where tenant_id = $1)
        """
    )

    /// Settles what has a result, and bets that it has not reached: open ones that are decided, and settled ones that a
    /// correction may change. A run that has nothing to do changes nothing.
    private static let settleEvents = Statement(
        JobQueue.insert(
            "'settle_event'",
            payload: "jsonb_build_object('event', e.id)",
            attempts: "20",
            key: "e.id::text",
            from: """
                events e
                where e.tenant_id = $1 and e.result_version > 0
                  and exists (
                      select
                        from bet_legs l
                       cross join lateral (
                             select x.* from bets x where x.tenant_id = $1 and x.id = l.bet_id offset 0
                             ) as b
                       where l.tenant_id = e.tenant_id and l.event_id = e.id
                         and case
                                 when b.status = 'open' then (
                                     select bool_or(o.status = 'lost') or bool_and(o.status not in ('active', 'suspended'))
                                       from bet_legs p
                                      cross join lateral (
                                            select x.status
                                              from outcomes x
                                             where x.tenant_id = $1 and x.id = p.outcome_id
                                            offset 0
                                            ) as o
                                      where p.tenant_id = $1 and p.bet_id = b.id
                                 )
                                 when b.run_event_id = e.id then b.run_version < e.result_version
                                 else e.result_version > 1
                             end
                      )
                order by e.id
                """
        )
    )
}
