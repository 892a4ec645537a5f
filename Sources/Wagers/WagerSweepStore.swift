internal import Database
internal import Notifications
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// Statements about the wagers of all tenants, for the worker, whose role sees them all.
enum WagerSweepStore {
    /// Expires a batch of offers that no one took in time. Rows that another transaction holds are left for the next
    /// minute.
    static let expire = Statement(
        """
        with due as materialized (
            select tenant_id, id
              from wagers
             where status = 'open' and closes_at <= $1
             order by closes_at
             limit $2
               for update skip locked
        ), expired as (
            update wagers w
               set status = 'expired', version = w.version + 1, updated_at = $1
              from due
             where w.tenant_id = due.tenant_id and w.id = due.id
            returning w.tenant_id, w.id, w.challenger_id, w.addressee_id
        ),
        """,
        Events.appendEach(
            tenant: "e.tenant_id",
            to: "p.id",
            type: "'wager.expired'",
            about: ("'wager'", "e.id"),
            from: "expired e cross join lateral (values (e.challenger_id), (e.addressee_id)) as p (id)"
        ),
        "select from expired"
    )

    /// Wagers of the tenants $3 with one party's report from $7 seconds before $2, after the time $4 and the ids $5 and $6.
    /// A party whose suspension ended has had as long since then. Each row is due, so that none is read again.
    static let unanswered = RowStatement<UnansweredWager>(
        "select",
        TenantWager.columns.of("w"),
        """
             , s.status = 'active', s.resumed_at
          from wager_cards w
          join accounts s
            on s.tenant_id = w.tenant_id
           and s.id = case w.claimed_by when 'challenger' then w.challengee_id else w.challenger_id end
         where w.status = 'active' and w.claimed_at <= $2::timestamptz - $7::bigint * interval '1 second'
           and (s.resumed_at is null or s.resumed_at <= $2::timestamptz - $7::bigint * interval '1 second')
           and w.tenant_id = any ($3::bigint[])
           and (w.claimed_at, w.tenant_id, w.id) > ($4::timestamptz, $5::bigint, $6::bigint)
         order by w.claimed_at, w.tenant_id, w.id
         limit $1
        """
    )

    /// Wagers of the tenants $3 whose losers are due for a reminder by $2, in the order of the time, after the time
    /// $4 and the ids $5 and $6. While one of the two is suspended, no one is reminded: the loser could not read it, or the
    /// winner not confirm the payment.
    static let unpaid = RowStatement<UnpaidWager>(
        "select",
        TenantWager.columns.of("w"),
        """
             , (
                   select extract(epoch from local_time($2, l.settings ->> 'time_zone'))::bigint
                     from accounts l
                    where l.tenant_id = w.tenant_id
                      and l.id = case w.winner when 'challenger' then w.challengee_id else w.challenger_id end
               ),
               (
                   select v.venmo_username
                     from accounts v
                    where v.tenant_id = w.tenant_id
                      and v.id = case w.winner when 'challenger' then w.challenger_id else w.challengee_id end
               )
          from wager_cards w
         where w.remind_at <= $2 and w.tenant_id = any ($3::bigint[])
           and (w.remind_at, w.tenant_id, w.id) > ($4::timestamptz, $5::bigint, $6::bigint)
           and not exists (
               select from accounts p
                where p.tenant_id = w.tenant_id and p.id in (w.challenger_id, w.challengee_id) and p.status <> 'active'
           )
         order by w.remind_at, w.tenant_id, w.id
         limit $1
        """
    )

    /// Reminds the losers of a batch and plans their next reminders, with one array per column; if the title is empty
    /// it only plans. Skips wagers that changed since they were read. Returns how many reminders were sent.
    static let remind = RowStatement<Int64>(
        """
        with locked as materialized (
            select d.tenant_id, d.id, d.next_step, d.next_at, d.account_id, d.person_id, d.title, d.text, d.link,
                   d.unique_key, d.arguments
              from unnest(
                       $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[], $7::bigint[],
                       $8::bigint[], $9::text[], $10::text[], $11::text[], $12::text[],
                       $13::text[]
                   ) as d (tenant_id, id, version, next_step, next_at, account_id, person_id, title, text, link,
                           unique_key, arguments)
              join wagers w on w.tenant_id = d.tenant_id and w.id = d.id and w.version = d.version
             where w.remind_at <= $1
             order by w.tenant_id, w.id
               for update of w skip locked
        ), planned as (
            update wagers w
               set reminder_step = l.next_step, remind_at = l.next_at, updated_at = $1,
                   version = w.version + case l.title when '' then 0 else 1 end
              from locked l
             where w.tenant_id = l.tenant_id and w.id = l.id
        ),
        """,
        Notices.insert(
            tenant: "l.tenant_id",
            to: "l.account_id",
            kind: "'payment_reminder'",
            title: "l.title",
            text: "l.text",
            link: "l.link",
            about: ("'wager'", "l.id"),
            key: "l.unique_key",
            at: "$1",
            person: "l.person_id",
            arguments: "l.arguments::jsonb",
            from: "locked l where l.title <> '' order by l.tenant_id, l.id"
        ),
        ",",
        Notices.events,
        "select count(*) from notified"
    )

    static let statements = [expire, unanswered.statement, unpaid.statement, remind.statement]
}

/// A wager of any tenant.
struct TenantWager: ColumnGroup, Sendable {
    static let columns: SQLFragment = ["tenant_id"] + WagerRow.columns

    let tenant: TenantID
    let wager: WagerRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenant = try columns.id()
        wager = try WagerRow(&columns)
    }
}

/// A wager that one party has reported on.
struct UnansweredWager: RowReadable, Sendable {
    let tenant: TenantID
    let wager: WagerRow
    /// The other party.
    let silent: WagerRules.SilentParty

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let found = try TenantWager(&columns)
        tenant = found.tenant
        wager = found.wager
        silent = WagerRules.SilentParty(
            isActive: try columns.boolean(),
            resumedAt: try columns.optionalTime()
        )
    }
}

/// A wager whose loser is to be reminded.
struct UnpaidWager: RowReadable, Sendable {
    let tenant: TenantID
    let wager: WagerRow
    /// The loser's local time.
    let localTime: CivilDateTime
    /// The winner's username at Venmo.
    let venmo: String?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let found = try TenantWager(&columns)
        tenant = found.tenant
        wager = found.wager
        localTime = CivilDateTime(secondsSinceEpoch: try columns.integer())
        venmo = try columns.optionalText()
    }
}
