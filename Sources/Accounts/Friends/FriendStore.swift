package import Database
internal import Notifications
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// The statements about friendships. Every change first takes the lock of the pair, as blocking does.
package enum FriendStore {
    /// Runs before a request to the person with the username `$2`.
    static let lockNamed = RowStatement<UnreadRow>(
        """
        select lock_pair($1, current_account_id(), p.id)
          from accounts p
         where p.tenant_id = $1 and p.username_key = lower($2)
        """
    )

    static let lock = RowStatement<UnreadRow>("select lock_pair($1, current_account_id(), $2)")

    /// Tells the caller and the other person of `source`, each about the other.
    private static func tell(_ type: SQLFragment, from source: SQLFragment, _ other: SQLFragment)
        -> SQLFragment
    {
        Events.appendEach(
            to: "p.id",
            type: type,
            about: ("'account'", "p.other_id"),
            from: SQLFragment(
                joining: source,
                "cross join lateral (values (current_account_id(),",
                other,
                "), (",
                other,
                ", current_account_id())) as p (id, other_id)"
            )
        )
    }

    /// The notice of a request of the account `other` is read once that is answered, wherever that was.
    private static func answer(_ other: SQLFragment, at time: SQLFragment, from source: SQLFragment)
        -> SQLFragment
    {
        SQLFragment(
            joining: "answered as (",
            Notices.markRead(
                kind: "'friend_request'",
                about: ("'account'", other),
                at: time,
                from: source
            ),
            "),"
        )
    }

    /// Tells both people of each friendship of `gone`.
    private static let tellEnded = Events.appendEach(
        to: "p.id",
        type: "'friend.removed'",
        about: ("'account'", "p.other_id"),
        from: """
            gone g
            cross join lateral
                 (values (g.account_a, g.account_b), (g.account_b, g.account_a)) as p (id, other_id)
            """
    )

    /// Sends a request to the person with the username `$2`, or accepts theirs, and notifies them. No row if no
    /// visible person has the name.
    static let ask = RowStatement<AskedPerson>(
        """
        with chosen as (
            select p.id
              from accounts p
             where p.tenant_id = $1 and p.username_key = lower($2) and p.status = 'active'
               and
        """,
        Visibility.notBlocked("p.id"),
        """
        ), old as (
            select f.asked_by, f.created_at, f.accepted_at
              from chosen c
              join friendships f
                on f.tenant_id = $1 and f.account_a = least(c.id, current_account_id())
               and f.account_b = greatest(c.id, current_account_id())
        ), asked as (
            insert into friendships (tenant_id, account_a, account_b, asked_by, created_at)
            select $1, least(c.id, current_account_id()), greatest(c.id, current_account_id()), current_account_id(), $3
              from chosen c
             where c.id <> current_account_id() and not exists (select from old)
            returning asked_by, created_at, accepted_at
        ), accepted as (
            update friendships f
               set accepted_at = $3
              from chosen c
             where f.tenant_id = $1 and f.account_a = least(c.id, current_account_id())
               and f.account_b = greatest(c.id, current_account_id()) and f.asked_by = c.id and f.accepted_at is null
            returning f.asked_by, f.created_at, f.accepted_at
        ),
        """,
        answer("a.asked_by", at: "$3", from: "accepted a"),
        """
        written as (
            select asked_by, created_at, accepted_at from asked
            union all
            select asked_by, created_at, accepted_at from accepted
        ),
        """,
        Notices.insert(
            to: "c.id",
            kind: "case when w.accepted_at is null then $4 else $7 end",
            title: "case when w.accepted_at is null then $5 else $8 end",
            text: "shown_name(me) || ' ' || case when w.accepted_at is null then $6 else $9 end",
            about: ("'account'", "me.id"),
            at: "$3",
            arguments: """
                jsonb_build_object(
                    'text', case when w.accepted_at is null then 'friendRequest' else 'friendAccepted' end,
                    'name', shown_name(me)
                )
                """,
            from: "written w, chosen c join accounts me on me.tenant_id = $1 and me.id = current_account_id()"
        ),
        ",",
        tell(
            "case when w.accepted_at is null then 'friend.request' else 'friend.accepted' end",
            from: "written w, chosen c",
            "c.id"
        ),
        "select",
        PersonRow.columns.of("p"),
        """
             , coalesce(w.asked_by, o.asked_by), coalesce(w.created_at, o.created_at),
               coalesce(w.accepted_at, o.accepted_at), w.asked_by is not null
          from chosen c
          join accounts p on p.tenant_id = $1 and p.id = c.id
          left join old o on true
          left join written w on true
        """
    )

    /// Accepts the request of the account `$2` and notifies it; doing it again changes nothing. No row if there is no
    /// request.
    static let accept = RowStatement<FriendRow>(
        """
        with accepted as (
            update friendships
               set accepted_at = $3
             where tenant_id = $1 and account_a = least($2, current_account_id())
               and account_b = greatest($2, current_account_id()) and asked_by = $2 and accepted_at is null
            returning asked_by
        ),
        """,
        answer("a.asked_by", at: "$3", from: "accepted a"),
        Notices.insert(
            to: "a.asked_by",
            kind: "$4",
            title: "$5",
            text: "shown_name(me) || ' ' || $6",
            about: ("'account'", "me.id"),
            at: "$3",
            arguments: "jsonb_build_object('text', 'friendAccepted', 'name', shown_name(me))",
            from: "accepted a join accounts me on me.tenant_id = $1 and me.id = current_account_id()"
        ),
        ",",
        tell("'friend.accepted'", from: "accepted a", "a.asked_by"),
        "select",
        PersonRow.columns.of("p"),
        """
             , f.asked_by, f.created_at, coalesce(f.accepted_at, $3)
          from friendships f
          join accounts p on p.tenant_id = f.tenant_id and p.id = f.asked_by
         where f.tenant_id = $1 and f.account_a = least($2, current_account_id())
           and f.account_b = greatest($2, current_account_id()) and f.asked_by = $2
        """
    )

    /// Regardless of who asked and whether it was answered.
    static let remove = RowStatement<UnreadRow>(
        """
        with gone as (
            delete from friendships
             where tenant_id = $1 and account_a = least($2, current_account_id())
               and account_b = greatest($2, current_account_id())
            returning account_a, account_b
        ),
        """,
        answer("$2", at: "$3", from: "gone g"),
        tellEnded,
        "select from gone"
    )

    /// The caller's friends and requests, latest change first, after the time `$2` and the person `$3`; only in the
    /// states `$4` unless that is null. Cursors have milliseconds.
    static let page = RowStatement<FriendRow>(
        "select",
        FriendRow.columns,
        """
          from (
               select case when account_a = current_account_id() then account_b else account_a end as other_id,
                      asked_by, created_at, accepted_at,
                      date_trunc('milliseconds', coalesce(accepted_at, created_at)) as since
                 from friendships
                where tenant_id = $1 and (account_a = current_account_id() or account_b = current_account_id())
               ) f
          join accounts p on p.tenant_id = $1 and p.id = f.other_id
         where ($2::timestamptz is null or (f.since, f.other_id) < ($2::timestamptz, $3::bigint))
           and ($4::text[] is null
                or case when f.accepted_at is not null then 'friend'
                        when f.asked_by = current_account_id() then 'sent'
                        else 'received' end = any ($4::text[]))
         order by f.since desc, f.other_id desc
         limit $5
        """
    )

    /// For a block.
    static let removeBetween = Statement(
        """
        with gone as (
            delete from friendships
             where tenant_id = $1 and account_a = least($2, $3::bigint) and account_b = greatest($2, $3)
            returning account_a, account_b
        ),
        """,
        // As when one of the two ends it.
        tellEnded,
        "select from gone"
    )

    /// For the deletion of an account.
    static let removeAll = Statement(
        """
        with gone as (
            delete from friendships
             where tenant_id = $1 and (account_a = $2 or account_b = $2)
            returning account_a, account_b
        ),
        """,
        tellEnded,
        "select from gone"
    )

    /// For the export.
    static let own = RowStatement<FriendRow>(
        "select",
        FriendRow.columns,
        """
          from friendships f
          join accounts p
            on p.tenant_id = f.tenant_id
           and p.id = case when f.account_a = current_account_id() then f.account_b else f.account_a end
         where f.tenant_id = $1 and (f.account_a = current_account_id() or f.account_b = current_account_id())
         order by coalesce(f.accepted_at, f.created_at) desc, p.id desc
        """
    )

    package static let statements = [
        lockNamed.statement, lock.statement, ask.statement, accept.statement, remove.statement,
        page.statement,
        removeBetween, removeAll, own.statement,
    ]

    static func ask(_ username: String, in tenant: TenantID, now: Timestamp) -> RowQuery<AskedPerson> {
        ask(
            .id(tenant),
            .text(username),
            .time(now),
            .text(NoticeKind.friendRequest.rawValue),
            "New friend request",
            "would like to be your friend.",
            .text(NoticeKind.friendAccepted.rawValue),
            "Friend request accepted",
            "accepted your friend request."
        )
    }

    static func accept(_ other: AccountID, in tenant: TenantID, now: Timestamp) -> RowQuery<FriendRow> {
        accept(
            .id(tenant),
            .id(other),
            .time(now),
            .text(NoticeKind.friendAccepted.rawValue),
            "Friend request accepted",
            "accepted your friend request."
        )
    }
}

/// A friendship or a friend request.
struct Friendship: ColumnGroup {
    static let columns: SQLFragment = ["asked_by", "created_at", "accepted_at"]

    let askedBy: AccountID
    let createdAt: Timestamp
    /// `nil` for a request.
    let acceptedAt: Timestamp?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        askedBy = try columns.id()
        createdAt = try columns.time()
        acceptedAt = try columns.optionalTime()
    }

    /// - Parameter other: the one of the two who is not the caller.
    func friend(_ other: PersonRow, in tenant: Tenant) -> Friend {
        let pending: Friend.State = askedBy == other.id ? .received : .sent
        return Friend(
            person: other.person(in: tenant),
            state: acceptedAt == nil ? pending : .friend,
            since: acceptedAt ?? createdAt
        )
    }
}

/// A friend of the caller, or the other person of a request.
struct FriendRow: ColumnGroup {
    static let columns: SQLFragment = PersonRow.columns.of("p") + Friendship.columns.of("f")

    let person: PersonRow
    let friendship: Friendship

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        person = try PersonRow(&columns)
        friendship = try Friendship(&columns)
    }

    func friend(in tenant: Tenant) -> Friend { friendship.friend(person, in: tenant) }
}

/// The person the caller asked.
struct AskedPerson: RowReadable {
    let person: PersonRow
    /// `nil` if the caller asked themselves.
    let friendship: Friendship?
    /// Whether anything changed; false if there was already a friendship or a request of the caller.
    let isWritten: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        person = try PersonRow(&columns)
        friendship = try columns.optional()
        isWritten = try columns.boolean()
    }
}
