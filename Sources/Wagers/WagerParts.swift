internal import Accounts
internal import Administration
internal import Database
internal import Notifications
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// The parts of wagers in other calls.
enum WagerParts {
    /// Subjects of reports, besides accounts.
    static let reportSubjects = [ReportSubject("wager", ReportRequest.wagerID, visible, id: \.wagerID)]

    static let hideable = HideableSubject(
        "wager",
        module: .wagers,
        parts: .wholeOr(["challenger_comment", "challengee_comment"]),
        note:
            "`wager`: all of it, so that only its parties and its arbiter see it, or the comment of one side's rating: "
            + "`challenger_comment` or `challengee_comment`.",
        mark: hide
    )

    private static let hide = RowStatement<HideableRow>(
        """
        with target as (
            select w.id, w.name,
                   case when $3 = 'challengee_comment' then w.challengee_id else w.challenger_id end as author_id
              from wagers w
             where w.tenant_id = $1 and w.id = $2
        ), marked as (
            update wagers w
               set is_hidden = $4, version = w.version + 1, updated_at = $5
              from target t
             where w.tenant_id = $1 and w.id = t.id and $3::text = ''
        )
        select t.author_id,
               case when $3 = '' then '' else 'your comment on ' end || '“' || t.name || '”'
          from target t
         where $3 = ''
            or exists (
                select from wager_ratings g
                 where g.tenant_id = $1 and g.wager_id = t.id and g.account_id = t.author_id and g.comment is not null
            )
        """
    )

    /// What entries of the audit log are about.
    static let auditSubjects = [
        AuditSubject(
            """
            select s.challenger_id, s.name
              from wagers s
             where e.subject_type = 'wager' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        )
    ]

    /// The module's parts of an export.
    static let exports: [ExportPart] = [
        ExportPart("wagers", module: .wagers, own) { wager, tenant in wager.resource(at: .now, in: tenant) },
        ExportPart("wager_ratings", module: .wagers, ratings) { rating, _ in rating },
    ]

    /// Returns a row if the caller may see the wager `$2`.
    static let visible = RowStatement<ReportedRow>(
        """
        select w.challenger_id, w.name, concat_ws(E'\\n', w.name, nullif(w.description, '')), null::bigint
          from wager_cards w
         where w.tenant_id = $1 and w.id = $2 and w.is_visible
        """
    )

    /// The wagers that the caller posed or took, newest first.
    static let own = RowStatement<WagerRow>(
        "select",
        WagerRow.columns.of("w"),
        """
          from wager_cards w
         where w.tenant_id = $1 and current_account_id() in (w.challenger_id, w.challengee_id)
         order by w.id desc
        """
    )

    /// Ratings by the caller and of the caller, newest first.
    static let ratings = RowStatement<GivenRating>(
        "select",
        GivenRating.columns,
        """
          from wager_ratings g
          join wagers w on w.tenant_id = g.tenant_id and w.id = g.wager_id
         where g.tenant_id = $1 and current_account_id() in (g.account_id, g.rated_id)
         order by g.wager_id desc, g.account_id
        """
    )

    // MARK: Deletion of an account

    /// Separate steps, in this order: an offer that is being taken at the same time is cancelled by the second, which
    /// sees it taken.
    static let deletionSteps = [removeOffers, callOff, forgetArbiter, stopReminders, eraseComments]

    private static let removeOffers = Statement(
        """
        with gone as (
            delete from wagers
             where tenant_id = $1 and challenger_id = $2 and taken_at is null
            returning id, addressee_id
        ),
        """,
        Events.appendEach(
            to: "g.addressee_id",
            type: "'wager.deleted'",
            about: ("'wager'", "g.id"),
            from: "gone g"
        ),
        "select from gone"
    )

    private static let callOff = Statement(
        """
        with ended as (
            update wagers
               set status = 'cancelled', ended_at = now(), version = version + 1, updated_at = now()
             where tenant_id = $1 and $2 in (challenger_id, challengee_id) and status = 'active'
            returning id, name, case when challenger_id = $2 then challengee_id else challenger_id end as other_id
        ),
        """,
        Notices.insert(
            to: "e.other_id",
            kind: "'wager_cancelled'",
            title: "'Wager cancelled'",
            text: "'“' || e.name || '” was cancelled, because the other side deleted their account.'",
            about: ("'wager'", "e.id"),
            at: "now()",
            person: "null",
            arguments: "jsonb_build_object('text', 'wagerEndedByDeletion', 'wager', e.name)",
            from: """
                ended e
                where (select a.status from accounts a where a.tenant_id = $1 and a.id = e.other_id) <> 'deleted'
                order by e.id
                """
        ),
        ",",
        Notices.events,
        "select from ended"
    )

    private static let forgetArbiter = Statement(
        """
        with changed as (
            update wagers
               set challenger_arbiter_id = nullif(challenger_arbiter_id, $2),
                   challengee_arbiter_id = nullif(challengee_arbiter_id, $2), arbiter_id = nullif(arbiter_id, $2),
                   version = version + 1, updated_at = now()
             where tenant_id = $1 and (challenger_arbiter_id = $2 or challengee_arbiter_id = $2 or arbiter_id = $2)
            returning id, challenger_id, challengee_id
        ),
        """,
        Events.appendEach(
            to: "p.id",
            type: "'wager.changed'",
            about: ("'wager'", "c.id"),
            from: "changed c cross join lateral (values (c.challenger_id), (c.challengee_id)) as p (id)"
        ),
        "select from changed"
    )

    private static let stopReminders = Statement(
        """
        update wagers
           set remind_at = null, version = version + 1
         where tenant_id = $1 and $2 in (challenger_id, challengee_id) and remind_at is not null
        """
    )

    /// Comments about the person and by the person. The ratings still count.
    private static let eraseComments = Statement(
        """
        update wager_ratings
           set comment = null
         where tenant_id = $1 and (account_id = $2 or rated_id = $2) and comment is not null
        """
    )
}

/// One party's rating `g` of the other, on the wager `w`.
struct GivenRating: ColumnGroup, JSONWritable, Sendable {
    static let columns: SQLFragment = ["g.wager_id", "g.account_id = current_account_id()"] + words

    /// What was said, as far as the caller may read it.
    static let words: SQLFragment = [
        "g.rating",
        """
        case when g.comment is not null
                  and not is_hidden_part(
                      g.account_id, 'wager', g.wager_id,
                      case when g.account_id = w.challenger_id then 'challenger_comment' else 'challengee_comment' end
                  )
             then g.comment end
        """,
        "g.created_at",
    ]

    let wagerID: Int64
    /// Whether the caller gave it.
    let isByCaller: Bool
    let rating: Int64
    let comment: String?
    let createdAt: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        wagerID = try columns.integer()
        isByCaller = try columns.boolean()
        rating = try columns.integer()
        comment = try columns.optionalText()
        createdAt = try columns.time()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("wager_id", wagerID)
            writer.member("given", isByCaller)
            writer.member("rating", rating)
            writer.member("comment", comment)
            writer.member("created_at", createdAt)
        }
    }
}
