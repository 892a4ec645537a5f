import Database
import TestDatabases
import Testing

@testable import Sportsbook

/// The checks of tables that are functions say the same as the conditions that they stand for.
@Suite(.database) struct CheckTests {
    private func count(_ sql: String) throws -> Int64 {
        try TestDatabase.current.owner.query(sql)[0].integer(0)
    }

    @Test func `the amounts of a transaction are those of its kind`() throws {
        // Every kind with negative, no and positive amounts that add up, with and without a bet and a step.
        let entries = """
            select kind, wallet_cents, debt_cents, pool_cents, -wallet_cents - debt_cents - pool_cents as house_cents,
                   bet_id, step
              from unnest('{opening,grant,stake,payout,refund,loss,reversal,debt,gift}'::text[]) as kind
             cross join unnest('{-7,-5,0,5,7}'::bigint[]) as wallet_cents
             cross join unnest('{-7,-5,0,5,7}'::bigint[]) as debt_cents
             cross join unnest('{-7,-5,0,5,7}'::bigint[]) as pool_cents
             cross join unnest('{null,1}'::bigint[]) as bet_id
             cross join unnest('{null,0,1}'::integer[]) as step
            """
        let condition = """
            case kind
                when 'opening' then wallet_cents > 0 and wallet_cents = -house_cents and bet_id is null
                when 'grant' then wallet_cents > 0 and wallet_cents = -house_cents and bet_id is null
                when 'stake' then wallet_cents < 0 and wallet_cents = -pool_cents and step = 0
                when 'payout' then wallet_cents > 0 and pool_cents < 0 and debt_cents = 0 and step > 0
                when 'refund' then wallet_cents > 0 and wallet_cents = -pool_cents and step > 0
                when 'loss' then wallet_cents = 0 and pool_cents < 0 and pool_cents = -house_cents and step > 0
                when 'reversal' then wallet_cents <= 0 and debt_cents <= 0 and pool_cents > 0 and step > 0
                when 'debt' then wallet_cents < 0 and wallet_cents = -debt_cents
                else false
            end
            """
        let said = "is_ledger_entry(kind, wallet_cents, pool_cents, house_cents, bet_id, step)"
        #expect(
            try count("select count(*) from (\(entries)) e where \(said) is distinct from (\(condition))")
                == 0
        )
        #expect(try count("select count(*) from (\(entries)) e where \(said)") > 100)
        #expect(try count("select count(*) from (\(entries)) e where not \(said)") > 1_000)
    }

    @Test func `a bet has one of its statuses, and the payout of it`() throws {
        let bets = """
            select status, 5::bigint as stake_cents, payout_cents, settled_at
              from unnest('{open,won,lost,pushed,void,paid}'::text[]) as status
             cross join unnest('{null,0,4,5,6}'::bigint[]) as payout_cents
             cross join unnest(array[null, now()]) as settled_at
            """
        let condition = """
            status in ('open', 'won', 'lost', 'pushed', 'void')
            and (status = 'open') = (payout_cents is null) and (status = 'open') = (settled_at is null)
            and case status
                    when 'won' then payout_cents > stake_cents
                    when 'lost' then payout_cents < stake_cents
                    when 'open' then true
                    else payout_cents = stake_cents
                end
            """
        let said = "is_bet_state(status, stake_cents, payout_cents, settled_at)"
        #expect(
            try count("select count(*) from (\(bets)) b where \(said) is distinct from (\(condition))") == 0
        )
        #expect(try count("select count(*) from (\(bets)) b where \(said)") == 6)
    }
}
