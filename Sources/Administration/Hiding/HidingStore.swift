package import Accounts
package import Database
internal import ParlayAPI
internal import Tenancy

/// The statements about what is hidden.
package enum HidingStore {
    /// With an audit log entry. No row if the part `$5` of the subject `$3`, `$4` is hidden already.
    static let create = RowStatement<HiddenRow>(
        """
        with h as (
            insert into hidden_content
                (tenant_id, account_id, moderator_id, subject_type, subject_id, part, reason, created_at)
            values ($1, $2, current_account_id(), $3, $4, $5, $6, $7)
            on conflict on constraint hidden_content_subject_key do nothing
            returning id, account_id, moderator_id, subject_type, subject_id, part, reason, created_at
        ), logged as (
        """,
        Audit.insert(
            "'content.hide'",
            on: ("h.subject_type", "h.subject_id"),
            details: "jsonb_strip_nulls(jsonb_build_object('part', nullif(h.part, ''), 'reason', h.reason))",
            at: "$7",
            from: "h"
        ),
        """
        )
        select
        """,
        HiddenRow.columns,
        """
          from h
          join accounts a on a.tenant_id = $1 and a.id = h.account_id
          join accounts m on m.tenant_id = $1 and m.id = h.moderator_id
        """
    )

    /// Newest first, after the id `$2`.
    static let page = RowStatement<HiddenRow>(
        "select",
        HiddenRow.columns,
        """
          from hidden_content h
          join accounts a on a.tenant_id = h.tenant_id and a.id = h.account_id
          join accounts m on m.tenant_id = h.tenant_id and m.id = h.moderator_id
         where h.tenant_id = $1 and ($2::bigint is null or h.id < $2)
         order by h.id desc
         limit $3
        """
    )

    /// Deletes the entry `$2`, with an audit log entry; what it named is then shown again.
    static let delete = RowStatement<UnhiddenRow>(
        """
        with h as (
            delete from hidden_content where tenant_id = $1 and id = $2
            returning subject_type, subject_id, part
        ), logged as (
        """,
        Audit.insert(
            "'content.show'",
            on: ("h.subject_type", "h.subject_id"),
            details: "jsonb_strip_nulls(jsonb_build_object('part', nullif(h.part, '')))",
            at: "$3",
            from: "h"
        ),
        ") select subject_type, subject_id, part from h"
    )

    /// What is hidden of the caller.
    private static let own = RowStatement<HiddenRow>(
        "select",
        HiddenRow.columns,
        """
          from hidden_content h
          join accounts a on a.tenant_id = h.tenant_id and a.id = h.account_id
          join accounts m on m.tenant_id = h.tenant_id and m.id = h.moderator_id
         where h.tenant_id = $1 and h.account_id = current_account_id()
         order by h.id desc
        """
    )

    /// The author does not learn who it was.
    package static let export = ExportPart("hidden_content", own) { row, _ in HiddenFromOthers(row) }

    /// For the deletion of an account: `$2` is its id.
    package static let deletionSteps = [
        Statement("delete from hidden_content where tenant_id = $1 and account_id = $2")
    ]

    package static let statements =
        [
            create.statement, page.statement, delete.statement, own.statement,
            HideableAccount.subject.statement,
        ]
        + deletionSteps
}

/// A row of `hidden_content`, called `h`, with its author `a` and the moderator `m`.
struct HiddenRow: ColumnGroup {
    static let columns: SQLFragment =
        ["h.id"] + Subject.columns.of("h") + ["nullif(h.part, '')", "h.reason", "h.created_at"]
        + PersonRow.columns.of("a") + PersonRow.columns.of("m")

    let id: Int64
    let subject: Subject
    let part: String?
    let reason: String
    let createdAt: Timestamp
    let author: PersonRow
    let moderator: PersonRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        subject = try Subject(&columns)
        part = try columns.optionalText()
        reason = try columns.text()
        createdAt = try columns.time()
        author = try PersonRow(&columns)
        moderator = try PersonRow(&columns)
    }

    func resource(in tenant: Tenant) -> HiddenContent {
        HiddenContent(
            id: id,
            subject: subject,
            part: part,
            person: author.person(in: tenant),
            by: moderator.person(in: tenant),
            reason: reason,
            createdAt: createdAt
        )
    }
}

/// What was hidden until now.
struct UnhiddenRow: RowReadable {
    let subject: Subject
    /// Empty for all of it.
    let part: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        subject = try Subject(&columns)
        part = try columns.text()
    }
}

/// What is hidden, in the author's export.
struct HiddenFromOthers: JSONWritable, Sendable {
    private let row: HiddenRow

    init(_ row: HiddenRow) { self.row = row }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("subject", row.subject)
            writer.member("part", row.part)
            writer.member("reason", row.reason)
            writer.member("created_at", row.createdAt)
        }
    }
}
