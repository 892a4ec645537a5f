internal import Accounts
internal import Administration
internal import Database
internal import Notifications
internal import ParlayAPI
internal import Stream
internal import Tenancy

extension WagerStore {
    /// The person with the username `$11`, whom the caller can address.
    private static let addressed = SQLFragment(
        joining: """
            select p.id
              from accounts p
             where p.tenant_id = $1 and p.username_key = lower($11) and p.status = 'active'
               and p.id <> current_account_id()
               and
            """,
        Visibility.notBlocked("p.id")
    )

    /// Poses the caller's wager and notifies the addressee. No row if the caller cannot address the addressee.
    static let pose = RowStatement<WagerID>(
        """
        with me as (
            select a.id, shown_name(a) as name from accounts a
             where a.tenant_id = $1 and a.id = current_account_id() and a.status = 'active'
               for share
        ), addressee as (
        """,
        addressed,
        """
        ), posed as (
            insert into wagers
                (tenant_id, challenger_id, name, description, amount_cents, category, lat, lon, closes_at, audience,
                 addressee_id, opened_at, updated_at, second_category, third_category)
            select $1, me.id, $2, $3, $4, $5, $6, $7, $8, $9, (select id from addressee), $10, $10, $12, $13
              from me
             where $9::text <> 'account' or exists (select from addressee)
            returning id, name, addressee_id, amount_cents
        ),
        """,
        Notices.insert(
            to: "o.addressee_id",
            kind: "$14",
            title: "$15",
            text: "me.name || ' offers you “' || o.name || '” for ' || $16 || '.'",
            about: ("'wager'", "o.id"),
            key: "'wager_offered:' || o.id",
            at: "$10",
            arguments: """
                jsonb_build_object('text', 'wagerOffered', 'name', me.name, 'wager', o.name, 'amount_cents', o.amount_cents)
                """,
            from: "posed o, me where o.addressee_id is not null"
        ),
        ",",
        Events.appendEach(
            to: "p.id",
            type: "p.type",
            about: ("'wager'", "o.id"),
            from: """
                posed o
                cross join lateral
                     (values (current_account_id(), 'wager.posed'), (o.addressee_id, 'wager.offered')) as p (id, type)
                """
        ),
        "select id from posed"
    )

    /// Replaces the caller's offer, if the wager is still open and has version $17; notifies an addressee who was not notified yet.
    static let edit = RowStatement<EditedWager>(
        """
        with addressee as (
        """,
        addressed,
        """
        ), edited as (
            update wagers
               set name = $2, description = $3, amount_cents = $4, category = $5, lat = $6, lon = $7, closes_at = $8,
                   audience = $9, addressee_id = (select id from addressee), version = version + 1, updated_at = $10,
                   edited_at = $10, second_category = $12, third_category = $13
             where tenant_id = $1 and id = $18 and version = $17 and status = 'open'
               and ($9::text <> 'account' or exists (select from addressee))
            returning id, name, addressee_id, challenger_id, amount_cents
        ),
        """,
        Notices.insert(
            to: "e.addressee_id",
            kind: "$14",
            title: "$15",
            text: "shown_name(me) || ' offers you “' || e.name || '” for ' || $16 || '.'",
            about: ("'wager'", "e.id"),
            key: "'wager_offered:' || e.id",
            at: "$10",
            arguments: """
                jsonb_build_object(
                    'text', 'wagerOffered', 'name', shown_name(me), 'wager', e.name, 'amount_cents', e.amount_cents
                )
                """,
            from: """
                edited e
                join accounts me on me.tenant_id = $1 and me.id = e.challenger_id
                where e.addressee_id is not null
                """
        ),
        ",",
        Events.append(
            to: ["e.challenger_id", "e.addressee_id"],
            type: "'wager.edited'",
            about: ("'wager'", "e.id"),
            from: "edited e"
        ),
        """
        select (select id from edited), $9::text <> 'account' or exists (select from addressee)
        """
    )

    /// Deletes an open wager with version $3.
    static let delete = RowStatement<WagerID>(
        """
        with gone as (
            delete from wagers
             where tenant_id = $1 and id = $2 and version = $3 and status = 'open'
            returning id, challenger_id, addressee_id
        ),
        """,
        Events.append(
            to: ["g.challenger_id", "g.addressee_id"],
            type: "'wager.deleted'",
            about: ("'wager'", "g.id"),
            from: "gone g"
        ),
        "select id from gone"
    )

    /// Takes a wager for the caller and notifies the challenger. Returns one row to exactly one of any number of
    /// takers: the row's lock serializes them, and later ones find another version. So does a taker after an edit,
    /// which may have changed the audience. Without the version $4, only terms that were never edited can be taken.
    static let take = RowStatement<WagerID>(
        """
        with me as (
            select a.id, shown_name(a) as name from accounts a
             where a.tenant_id = $1 and a.id = current_account_id() and a.status = 'active'
               for share
        ), seen as materialized (
            select w.id, w.version
              from wager_cards w
             where w.tenant_id = $1 and w.id = $2 and w.status = 'open' and w.is_visible and w.is_available
               and w.challenger_id <> current_account_id() and (w.closes_at is null or w.closes_at > $3)
               and case when $4::bigint is null then $7 or not w.is_edited else w.version = $4 end
        ), taken as (
            update wagers w
               set status = 'active', challengee_id = me.id, taken_at = $3, version = w.version + 1, updated_at = $3
              from me, seen
             where w.tenant_id = $1 and w.id = seen.id and w.version = seen.version
            returning w.id, w.challenger_id, w.name
        ),
        """,
        Notices.insert(
            to: "t.challenger_id",
            kind: "$5",
            title: "$6",
            text: "me.name || ' took “' || t.name || '”.'",
            about: ("'wager'", "t.id"),
            at: "$3",
            arguments: "jsonb_build_object('text', 'wagerTaken', 'name', me.name, 'wager', t.name)",
            from: "taken t, me"
        ),
        ",",
        Events.append(
            to: ["t.challenger_id", "current_account_id()"],
            type: "'wager.taken'",
            about: ("'wager'", "t.id"),
            from: "taken t"
        ),
        "select id from taken"
    )

    /// Tells those who are notified of what they are notified, and everybody else who has a part in it of the first of these,
    /// or that something changed.
    private static let tellMove = Events.appendEach(
        to: "p.id",
        type: "p.type",
        about: ("'wager'", "c.id"),
        from: SQLFragment(
            joining: "changed c cross join lateral (select n.account_id,",
            Events.type(ofNotice: "n.kind"),
            "from unnest($9::bigint[], $10::text[]) as n (account_id, kind) union all select o.id, coalesce(",
            Events.type(ofNotice: "($10::text[])[1]"),
            """
                , 'wager.changed')
                  from (
                       values (c.challenger_id), (c.challengee_id), (c.arbiter_id), (c.addressee_id), (current_account_id())
                       ) as o (id)
                 where o.id <> all ($9::bigint[])
                ) as p (id, type)
            """
        )
    )

    /// Writes the state `$4` of a move if the wager still has the version that was read; notifies the people concerned, tells
    /// the others who have a part in it, withdraws unsent reminders of the account `$6`, and records `$7` in the audit log unless that is null.
    static let change = RowStatement<WagerID>(
        "with changed as (update wagers w set (arbiter_id,",
        WagerState.columns,
        ") = (r.arbiter_id,",
        WagerState.columns.of("r"),
        """
            ), version = w.version + 1, updated_at = $5
              from json_to_record($4) as r (
        """,
        WagerState.record,
        """
              )
             where w.tenant_id = $1 and w.id = $2 and w.version = $3
            returning w.id, w.challenger_id, w.challengee_id, w.arbiter_id, w.addressee_id
        ), recalled as (
        """,
        Notices.recall(
            of: "$6",
            kind: "'payment_reminder'",
            about: ("'wager'", "c.id"),
            at: "$5",
            from: "changed c where $6::bigint is not null"
        ),
        """
        ), logged as (
        """,
        Audit.insert(
            "$7::text",
            on: ("'wager'", "c.id"),
            details: "$8::jsonb",
            at: "$5",
            from: "changed c where $7::text is not null"
        ),
        "),",
        Notices.insert(
            to: "n.account_id",
            kind: "n.kind",
            title: "n.title",
            text: "n.text",
            about: ("'wager'", "c.id"),
            key: "n.unique_key",
            at: "$5",
            arguments: "n.arguments::jsonb",
            from: """
                changed c
                cross join unnest($9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
                      as n (account_id, kind, title, text, unique_key, arguments)
                where (select a.status from accounts a where a.tenant_id = $1 and a.id = n.account_id) <> 'deleted'
                order by n.account_id
                """
        ),
        ",",
        tellMove,
        "select id from changed"
    )

    /// The person with the username `$2`, if the caller can address a wager to them.
    static let addressee = RowStatement<PersonRow>(
        "select",
        PersonRow.columns.of("p"),
        """
          from accounts p
         where p.tenant_id = $1 and p.username_key = lower($2) and p.status = 'active' and p.id <> current_account_id()
           and
        """,
        Visibility.notBlocked("p.id")
    )

    /// The account that the caller names as arbiter, if it exists and is visible. The rules check the party.
    static let nominee = RowStatement<AccountID>(
        """
        select p.id
          from accounts p
         where p.tenant_id = $1 and p.username_key = lower($2) and p.status = 'active'
           and
        """,
        Visibility.notBlocked("p.id")
    )

    /// The Venmo username of the winner of the wager $2.
    static let winnersVenmo = RowStatement<String?>(
        """
        select (
                   select a.venmo_username
                     from accounts a
                    where a.tenant_id = $1
                      and a.id = case w.winner when 'challenger' then w.challenger_id else w.challengee_id end
               )
          from wagers w
         where w.tenant_id = $1 and w.id = $2 and w.winner is not null
        """
    )

    /// Rates the other party of a confirmed wager, once.
    static let rate = RowStatement<WagerID>(
        """
        with rated as (
            insert into wager_ratings (tenant_id, wager_id, account_id, rated_id, rating, comment, created_at)
            select $1, w.id, current_account_id(),
                   case current_account_id() when w.challenger_id then w.challengee_id else w.challenger_id end, $3, $4, $5
              from wagers w
             where w.tenant_id = $1 and w.id = $2 and w.status = 'confirmed'
               and current_account_id() in (w.challenger_id, w.challengee_id)
            on conflict (tenant_id, wager_id, account_id) do nothing
            returning wager_id, account_id, rated_id
        ),
        """,
        Events.append(
            to: ["r.account_id", "r.rated_id"],
            type: "'wager.rated'",
            about: ("'wager'", "r.wager_id"),
            from: "rated r"
        ),
        "select wager_id from rated"
    )

    static let moveStatements = [
        pose.statement, edit.statement, delete.statement, take.statement, change.statement,
        addressee.statement, nominee.statement, winnersVenmo.statement, rate.statement,
    ]
}

/// The result of an edit.
struct EditedWager: RowReadable {
    /// `nil` if the wager was not in the expected state.
    let id: WagerID?
    /// Whether the addressee exists.
    let hasAddressee: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.optionalID()
        hasAddressee = try columns.boolean()
    }
}

// MARK: - Their values

/// The values that a move writes.
struct WagerChange: Sendable {
    let wager: WagerID
    /// The version that was read.
    let version: Int64
    let state: WagerState
    let notices: [NoticeDraft]
    /// The account whose unsent reminders are withdrawn.
    var recallsFrom: AccountID?
    var entry: AuditDraft?

    func query(in tenant: TenantID, at now: Timestamp) -> RowQuery<WagerID> {
        let notified = notices.flatMap { draft in
            draft.recipients.filter { $0 != draft.actor }.map { (account: $0, draft: draft) }
        }
        var state = state
        if state.status == .cancelled || state.status == .declined { state.endedAt = now }
        return WagerStore.change(
            .id(tenant),
            .id(wager),
            .integer(version),
            .json(state),
            .time(now),
            .id(recallsFrom),
            .text(entry?.action.rawValue),
            .json(entry?.details),
            .integers(notified.map(\.account.rawValue)),
            .texts(notified.map(\.draft.kind.rawValue)),
            .texts(notified.map(\.draft.title)),
            .texts(notified.map(\.draft.text)),
            .texts(notified.map(\.draft.uniqueKey)),
            .texts(notified.map(\.draft.arguments?.json))
        )
    }
}

extension WagerDraft {
    private func category(_ position: Int) -> String? {
        categories.indices.contains(position) ? categories[position] : nil
    }

    /// The values of `pose`, and the first of `edit`.
    func parameters(in tenant: TenantID, at now: Timestamp) -> [Parameter] {
        [
            .id(tenant), .text(name), .text(description), .integer(amountCents), .text(categories[0]),
            .text(place.map { $0.lat.description }), .text(place.map { $0.lon.description }), .time(closesAt),
            .text(audience.rawValue), .time(now), .text(audienceUsername), .text(category(1)),
            .text(category(2)), .text(NoticeKind.wagerOffered.rawValue), .text(WagerNotice.offeredTitle),
            .text(WagerNotice.dollars(amountCents)),
        ]
    }
}
