package import Accounts
package import Database
internal import ParlayAPI
internal import Tenancy

/// The statements about reports.
package enum ReportStore {
    /// Whether the caller may report the account `$2`: another existing account, even one that has blocked the
    /// caller.
    static let account = Statement(
        """
        select id from accounts
         where tenant_id = $1 and id = $2 and id <> current_account_id() and status <> 'deleted'
        """
    )

    static let create = RowStatement<ReportRow>(
        """
        with r as (
            insert into reports
                (tenant_id, account_id, subject_type, subject_id, reason, text, created_at, updated_at)
            values ($1, current_account_id(), $2, $3, $4, $5, $6, $6)
            returning id, account_id, subject_type, subject_id, reason, text, status, note, created_at
        )
        select
        """,
        ReportRow.columns,
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
         where r.tenant_id = $1 and ($2::text[] is null or r.status = any ($2))
           and ($3::bigint is null or r.id < $3)
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
                   updated_at = $6
              from old
             where r.tenant_id = $1 and r.id = old.id
            returning r.id, r.account_id, r.subject_type, r.subject_id, r.reason, r.text, r.status, r.note,
                      r.created_at
        ), logged as (
            insert into audit (tenant_id, account_id, action, subject_type, subject_id, details, created_at)
            select $1, current_account_id(), 'report.decide', 'report', r.id,
                   jsonb_build_object(
                       'status', jsonb_build_object('from', old.status, 'to', r.status), 'note', $4::boolean
                   ),
                   $6
              from r, old
        )
        select
        """,
        ReportRow.columns,
        """
          from r
          join accounts a on a.tenant_id = $1 and a.id = r.account_id
        """
    )

    /// The caller's reports, without the note, which is for moderators.
    static let own = RowStatement<ReportRow>(
        "select",
        ReportRow.withoutNote + ["null::text"],
        """
          from reports r
          join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id
         where r.tenant_id = $1 and r.account_id = current_account_id()
         order by r.id desc
        """
    )

    package static let export = ExportPart("reports", own) { row, tenant in row.report(in: tenant) }

    package static let statements = [
        account, create.statement, page.statement, find.statement, decide.statement, own.statement,
    ]
}

/// A row of `reports`, called `r`, with the account `a` that made it.
struct ReportRow: ColumnGroup {
    static let columns: SQLFragment = withoutNote + ["r.note"]
    fileprivate static let withoutNote: SQLFragment =
        ["r.id"] + Subject.columns.of("r") + ["r.reason", "r.text", "r.status", "r.created_at"]
        + PersonRow.columns.of("a")

    let id: Int64
    let subject: Subject
    let reason: Report.Reason
    let text: String
    let status: Report.Status
    let createdAt: Timestamp
    let person: PersonRow
    let note: String?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        subject = try Subject(&columns)
        reason = try columns.choice()
        text = try columns.text()
        status = try columns.choice()
        createdAt = try columns.time()
        person = try PersonRow(&columns)
        note = try columns.optionalText()
    }

    func report(in tenant: Tenant) -> Report {
        Report(
            id: id,
            by: person.person(in: tenant),
            about: subject,
            reason: reason,
            text: text,
            status: status,
            note: note,
            createdAt: createdAt
        )
    }
}
