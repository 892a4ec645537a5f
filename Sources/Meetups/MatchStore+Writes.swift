internal import Accounts
internal import Database
internal import Notifications
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// The values that a move writes to a match.
struct MatchChange: Sendable, Equatable {
    let status: MatchStatus
    let time: Timestamp?
    let location: String?
    /// Whether it is a new plan, which the calendar's SEQUENCE counts.
    let isPlan: Bool
}

/// The rest of a match after a move.
struct ChangedMatch: ColumnGroup {
    static let columns: SQLFragment = ["plans", "version"]

    let plans: Int64
    let version: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        plans = try columns.integer()
        version = try columns.integer()
    }
}

extension MatchStore {
    /// Tells both people of a match that was made.
    private static let tellMade = Events.append(
        to: ["m.user_id1", "m.user_id2"],
        type: "'match.made'",
        about: ("'match'", "m.id"),
        from: "made m"
    )

    /// Matches the caller with the person of a username and notifies that person. No row if no visible person has the
    /// name.
    static let make = RowStatement<MadeMatch>(
        """
        with me as (
            select a.id, shown_name(a) as name, a.known_lang, a.learn_lang
              from accounts a
             where a.tenant_id = $1 and a.id = current_account_id()
        ), chosen as (
            select p.id, p.known_lang, p.learn_lang
              from accounts p
             where p.tenant_id = $1 and p.username_key = lower($2) and p.status = 'active'
               and
        """,
        Visibility.notBlocked("p.id"),
        """
        ), made as (
            insert into matches (tenant_id, user_id1, user_id2, created_at, updated_at)
            select $1, me.id, chosen.id, $3, $3
              from me, chosen
             where chosen.id <> me.id and chosen.known_lang = me.learn_lang and chosen.learn_lang = me.known_lang
            on conflict on constraint matches_pair_key do nothing
            returning
        """,
        MatchRow.ownColumns,
        "),",
        Notices.insert(
            to: "m.user_id2",
            kind: "$4",
            title: "$5",
            text: "me.name || ' ' || $6",
            about: ("'match'", "m.id"),
            at: "$3",
            arguments: "jsonb_build_object('text', 'matchMade', 'name', me.name)",
            from: "made m, me"
        ),
        ",",
        tellMade,
        "select",
        MatchRow.columns,
        """
             , p.id = me.id, coalesce(p.known_lang = me.learn_lang and p.learn_lang = me.known_lang, false)
          from chosen
          join accounts p on p.tenant_id = $1 and p.id = chosen.id
          cross join me
          left join made m on true
        """
    )

    /// The same with a uniformly random person from the list of `PartnerStore.page`.
    static let makeRandom = RowStatement<MadeMatch>(
        """
        with me as (
            select a.id, shown_name(a) as name, a.known_lang, a.learn_lang
              from accounts a
             where a.tenant_id = $1 and a.id = current_account_id()
        ), chosen as materialized (
            select p.id
              from accounts p
             where p.tenant_id = $1 and p.status = 'active'
               and p.known_lang = (select learn_lang from me) and p.learn_lang = (select known_lang from me)
               and p.id <> current_account_id()
               and not exists (select from matches m
                                where m.tenant_id = $1 and m.low_id = least(p.id, current_account_id())
                                  and m.high_id = greatest(p.id, current_account_id()))
               and
        """,
        Visibility.notBlocked("p.id"),
        """
             order by random()
             limit 1
        ), made as (
            insert into matches (tenant_id, user_id1, user_id2, created_at, updated_at)
            select $1, me.id, chosen.id, $2, $2
              from me, chosen
            on conflict on constraint matches_pair_key do nothing
            returning
        """,
        MatchRow.ownColumns,
        "),",
        Notices.insert(
            to: "m.user_id2",
            kind: "$3",
            title: "$4",
            text: "me.name || ' ' || $5",
            about: ("'match'", "m.id"),
            at: "$2",
            arguments: "jsonb_build_object('text', 'matchMade', 'name', me.name)",
            from: "made m, me"
        ),
        ",",
        tellMade,
        "select",
        MatchRow.columns,
        """
             , false, true
          from chosen
          join accounts p on p.tenant_id = $1 and p.id = chosen.id
          left join made m on true
        """
    )

    /// Writes a move if the match still has the version that was read, and notifies the other person with the text,
    /// and the time and place if there are any, in the recipient's format.
    static let change = RowStatement<ChangedMatch>(
        """
        with changed as (
            update matches
               set status_code = $4, time_1 = $5, location = $6, plans = plans + $7, version = version + 1,
                   updated_at = $8
             where tenant_id = $1 and id = $2 and version = $3
            returning id, plans, version,
                      case when user_id1 = current_account_id() then user_id2 else user_id1 end as other_id
        ), moved as (
            insert into match_moves (tenant_id, match_id, version, account_id, kind, time_1, location, created_at)
            select $1, c.id, c.version, current_account_id(),
                   case $4 when 0 then 'cancelled' when 3 then 'accepted' else 'proposed' end, $5, $6, $8
              from changed c
        ),
        """,
        Notices.insert(
            to: "c.other_id",
            kind: "$9",
            title: "$10",
            text: """
                shown_name(me) || ' ' || $11
                    || coalesce(' at ' || $6 || ' on ' || format_meeting_time($5, other.settings), '') || '.'
                """,
            about: ("'match'", "c.id"),
            at: "$8",
            arguments: """
                jsonb_strip_nulls(
                    jsonb_build_object('text', $12::text, 'name', shown_name(me), 'location', $6::text, 'time_at', $5::timestamptz)
                )
                """,
            from: """
                changed c
                join accounts me on me.tenant_id = $1 and me.id = current_account_id()
                join accounts other on other.tenant_id = $1 and other.id = c.other_id
                """
        ),
        ",",
        Events.append(
            to: ["c.other_id", "current_account_id()"],
            type: Events.type(ofNotice: "$9"),
            about: ("'match'", "c.id"),
            from: "changed c"
        ),
        "select",
        ChangedMatch.columns,
        "from changed"
    )

    /// Ends the caller's match, if it has version $3 or that is null. This cancels a planned meetup.
    static let remove = RowStatement<MatchID>(
        """
        with gone as (
            delete from matches
             where tenant_id = $1 and id = $2 and ($3::bigint is null or version = $3)
               and current_account_id() in (user_id1, user_id2)
            returning id, time_1,
                      case when user_id1 = current_account_id() then user_id2 else user_id1 end as other_id
        ),
        """,
        Notices.insert(
            to: "g.other_id",
            kind: "$5",
            title: "$6",
            text: "shown_name(me) || ' ' || $7",
            at: "$4",
            arguments: "jsonb_build_object('text', 'matchEnded', 'name', shown_name(me))",
            from: """
                gone g
                join accounts me on me.tenant_id = $1 and me.id = current_account_id()
                where g.time_1 > $4
                """
        ),
        ",",
        Events.append(
            to: ["g.other_id", "current_account_id()"],
            type: "'match.ended'",
            about: ("'match'", "g.id"),
            from: "gone g"
        ),
        "select id from gone"
    )

    /// Does the sweep's work for one match, when someone acts on it before the sweep.
    static let lapse = Statement(
        """
        with due as materialized (
            select tenant_id, id, status_code, time_1, user_id1, user_id2
              from matches
             where tenant_id = $1 and id = $2 and time_1 <= $3
               for update
        ), reset as (
            update matches m
               set status_code = 0, time_1 = null, location = null, version = m.version + 1, updated_at = $3
              from due
             where m.tenant_id = $1 and m.id = due.id
        ), held as (
            insert into meetups (tenant_id, match_id, held_at, created_at)
            select $1, id, time_1, $3 from due where status_code = 3
            on conflict on constraint meetups_match_key do nothing
            returning tenant_id, id, match_id
        ),
        """,
        MeetupSweep.askForFeedback(tenant: "$1", at: "$3"),
        "select from due"
    )

    /// For the deletion of an account. The people it was going to meet are notified; its name is already erased then.
    static let removeAll = Statement(
        """
        with gone as (
            delete from matches
             where tenant_id = $1 and $2 in (user_id1, user_id2)
            returning id, time_1, location, case when user_id1 = $2 then user_id2 else user_id1 end as other_id
        ),
        """,
        Notices.insert(
            to: "g.other_id",
            kind: "'meetup_cancelled'",
            title: "'Meetup cancelled'",
            text: """
                'The person you planned to meet at ' || g.location || ' on ' || format_meeting_time(g.time_1, a.settings)
                    || ' has left.'
                """,
            at: "now()",
            arguments: """
                jsonb_build_object('text', 'partnerLeft', 'location', g.location, 'time_at', g.time_1)
                """,
            from: """
                gone g
                join accounts a on a.tenant_id = $1 and a.id = g.other_id
                where g.time_1 > now()
                """
        ),
        ",",
        Events.appendEach(
            to: "g.other_id",
            type: "'match.ended'",
            about: ("'match'", "g.id"),
            from: "gone g"
        ),
        "select from gone"
    )

    /// For a block.
    static let removeBetween = Statement(
        """
        with gone as (
            delete from matches
             where tenant_id = $1 and low_id = least($2, $3::bigint) and high_id = greatest($2, $3)
            returning id, user_id1, user_id2
        ),
        """,
        // As when one of the two ends it.
        Events.append(
            to: ["g.user_id1", "g.user_id2"],
            type: "'match.ended'",
            about: ("'match'", "g.id"),
            from: "gone g"
        ),
        "select from gone"
    )

    static func make(_ username: String, in tenant: TenantID, now: Timestamp) -> RowQuery<MadeMatch> {
        let notice = MatchNotice.made
        return make(
            .id(tenant),
            .text(username),
            .time(now),
            .text(notice.kind.rawValue),
            .text(notice.title),
            .text(notice.text)
        )
    }

    static func makeRandom(in tenant: TenantID, now: Timestamp) -> RowQuery<MadeMatch> {
        let notice = MatchNotice.made
        return makeRandom(
            .id(tenant),
            .time(now),
            .text(notice.kind.rawValue),
            .text(notice.title),
            .text(notice.text)
        )
    }

    static func change(_ row: MatchRow, to new: MatchChange, in tenant: TenantID, now: Timestamp)
        -> RowQuery<ChangedMatch>
    {
        let notice = MatchNotice.of(new.status, after: row.status, by: row.callerSide)
        return change(
            .id(tenant),
            .id(row.id),
            .integer(row.version),
            .integer(new.status.rawValue),
            .time(new.time),
            .text(new.location),
            .integer(new.isPlan ? 1 : 0),
            .time(now),
            .text(notice.kind.rawValue),
            .text(notice.title),
            .text(notice.text),
            .text(notice.words.rawValue)
        )
    }

    /// - Parameter version: `nil` deletes it in any version.
    static func remove(_ id: MatchID, version: Int64?, in tenant: TenantID, now: Timestamp)
        -> RowQuery<MatchID>
    {
        let notice = MatchNotice.unmatched
        return remove(
            .id(tenant),
            .id(id),
            .integer(version),
            .time(now),
            .text(notice.kind.rawValue),
            .text(notice.title),
            .text(notice.text)
        )
    }
}
