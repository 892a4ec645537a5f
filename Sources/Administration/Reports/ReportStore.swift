package import Accounts
package import Database
internal import ParlayAPI
internal import Stream
package import Tenancy

/// The statements about reports.
package enum ReportStore {
    /// Whether the caller may report the account `$2`: another existing account, even one that has blocked the
    /// caller.
    static let account = RowStatement<ReportedRow>(
        """
        select id, username,
               concat_ws(E'\\n', username, nullif(concat_ws(' ', first_name, nullif(last_name, '')), ''), nullif(bio, '')),
               photo_version
          from accounts
         where tenant_id = $1 and id = $2 and id <> current_account_id() and status <> 'deleted'
        """
    )

    /// Tells the moderators and whoever reported of the report `r`.
    private static func tell(_ type: SQLFragment) -> SQLFragment {
        Events.appendEach(
            to: "a.id",
            type: type,
            about: ("'report'", "r.id"),
            from: """
                r
                join accounts a
                  on a.tenant_id = $1
                 and (a.id = r.account_id or a.role in ('moderator', 'admin') and a.status = 'active')
                """
        )
    }

    static let create = RowStatement<ReportRow>(
        """
        with r as (
            insert into reports
                (tenant_id, account_id, subject_type, subject_id, reason, text, created_at, updated_at, person_id, title,
                 subject_text, subject_photo_version)
            values ($1, current_account_id(), $2, $3, $4, $5, $6, $6, $7, $8, $9, $10)
            returning id, account_id, subject_type, subject_id, reason, text, status, note, created_at
        ),
        """,
        tell("'report.filed'"),
        "select",
        ReportRow.forReporter,
        """
          from r
          join accounts a on a.tenant_id = $1 and a.id = r.account_id
        """
    )

    /// Newest first, after the id `$3`; only in the states `$2`, unless that is null.
    static let page = RowStatement<ReportRow>(
        "select",
        ReportRow.columns,
        """
          from reports r
          join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id
          left join accounts p on p.tenant_id = r.tenant_id and p.id = r.person_id
         where r.tenant_id = $1 and ($2::text[] is null or r.status = any ($2))
           and ($3::bigint is null or r.id < $3) and ($5::bigint is null or r.person_id = $5)
         order by r.id desc
         limit $4
        """
    )

    static let find = RowStatement<ReportRow>(
        "select",
        ReportRow.columns,
        """
          from reports r
          join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id
          left join accounts p on p.tenant_id = r.tenant_id and p.id = r.person_id
         where r.tenant_id = $1 and r.id = $2
        """
    )

    /// Sets the status `$3` unless that is null, and if `$4` the note `$5`; with an audit log entry.
    static let decide = RowStatement<ReportRow>(
        """
        with old as (
            select id, status from reports where tenant_id = $1 and id = $2 for update
        ), r as (
            update reports r
               set status = coalesce($3, r.status), note = case when $4::boolean then $5 else r.note end,
                   updated_at = $6,
                   resolved_at = case when coalesce($3, r.status) = 'resolved' then coalesce(r.resolved_at, $6) end
              from old
             where r.tenant_id = $1 and r.id = old.id
            returning r.id, r.account_id, r.subject_type, r.subject_id, r.reason, r.text, r.status, r.note,
                      r.created_at, r.person_id, r.title, r.subject_text, r.subject_photo_version
        ), logged as (
        """,
        Audit.insert(
            "'report.decide'",
            on: ("'report'", "r.id"),
            details: """
                jsonb_strip_nulls(jsonb_build_object(
                    'status', jsonb_build_object('from', old.status, 'to', r.status),
                    'note', case when $4::boolean then $5::text end
                ))
                """,
            at: "$6",
            from: "r, old"
        ),
        "),",
        tell("'report.decided'"),
        "select",
        ReportRow.columns,
        """
          from r
          join accounts a on a.tenant_id = $1 and a.id = r.account_id
          left join accounts p on p.tenant_id = $1 and p.id = r.person_id
        """
    )

    /// The caller's reports, without what is for moderators.
    static let own = RowStatement<ReportRow>(
        "select",
        ReportRow.forReporter,
        """
          from reports r
          join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id
         where r.tenant_id = $1 and r.account_id = current_account_id()
         order by r.id desc
        """
    )

    package static let export = ExportPart("reports", own) { row, tenant in row.report(in: tenant) }

    /// Erases what reports that were resolved before `$1` were about, in all tenants.
    private static let prune = Statement(
        """
        update reports
           set title = null, subject_text = null, subject_photo_version = null
         where resolved_at < $1 and title is not null
        """
    )

    package static let pruning = PruneStep(prune, days: 90)

    /// For the deletion of an account.
    package static let deletionSteps = [
        Statement(
            """
            update reports
               set title = null, subject_text = null, subject_photo_version = null
             where tenant_id = $1 and person_id = $2 and title is not null
            """
        )
    ]

    package static let statements =
        deletionSteps + [
            prune, account.statement, create.statement, page.statement, find.statement, decide.statement,
            own.statement,
        ]
}

/// A row of `reports`, called `r`, with the account `a` that made it and the one `p` whose the subject is.
struct ReportRow: ColumnGroup {
    static let columns: SQLFragment =
        common + ["r.note", "r.title", "r.subject_text", "r.subject_photo_version"]
        + PersonRow.columns.of("p")
    /// Without what only moderators know.
    static let forReporter: SQLFragment =
        common + [
            "null::text", "null::text", "null::text", "null::bigint", "null::bigint", "null::text",
            "null::text",
            "null::text", "null::bigint",
        ]
    private static let common: SQLFragment =
        ["r.id"] + Subject.columns.of("r") + ["r.reason", "r.text", "r.status", "r.created_at"]
        + PersonRow.columns.of("a")

    let id: Int64
    let subject: Subject
    let reason: Report.Reason
    let text: String
    let status: Report.Status
    let createdAt: Timestamp
    let reporter: PersonRow
    let note: String?
    let title: String?
    let copy: SubjectCopy?
    /// Whose the subject is.
    let person: PersonRow?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        subject = try Subject(&columns)
        reason = try columns.choice()
        text = try columns.text()
        status = try columns.choice()
        createdAt = try columns.time()
        reporter = try PersonRow(&columns)
        note = try columns.optionalText()
        title = try columns.optionalText()
        let text = try columns.optionalText()
        let photoVersion = try columns.optionalInteger()
        copy = text.map { SubjectCopy(text: $0, photoVersion: photoVersion) }
        person = try columns.optional()
    }

    func report(in tenant: Tenant) -> Report {
        Report(
            id: id,
            by: reporter.person(in: tenant),
            about: subject,
            reason: reason,
            text: text,
            status: status,
            note: note,
            person: person?.person(in: tenant),
            title: title,
            subjectCopy: copy,
            createdAt: createdAt
        )
    }
}
