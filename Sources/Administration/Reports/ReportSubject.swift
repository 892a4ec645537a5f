package import Database
package import ParlayAPI

/// Something that can be reported.
package struct ReportSubject: Sendable {
    /// Its stored and answered name: `account`.
    let type: String
    /// The member of the request that names it.
    let field: BodyField<Int64?>
    let id: @Sendable (ReportRequest) -> Int64?
    /// A row when the caller may name the row `$2` of the tenant `$1`: what it is now.
    let found: RowStatement<ReportedRow>
    package var statement: Statement { found.statement }
    /// The error of the field when there is no row.
    let refusal: FieldRule

    package init(
        _ type: String,
        _ field: BodyField<Int64?>,
        _ found: RowStatement<ReportedRow>,
        refusal: FieldRule? = nil,
        id: @escaping @Sendable (ReportRequest) -> Int64?
    ) {
        self.type = type
        self.field = field
        self.found = found
        self.refusal =
            refusal ?? FieldRule("reportable", "There is no such \(type), or you cannot report it.")
        self.id = id
    }
}

/// What is reported, as it is now.
package struct ReportedRow: RowReadable {
    /// Whose it is; `nil` if no one's.
    let person: Int64?
    /// What moderators call it.
    let title: String
    /// What can be read of it.
    let text: String
    let photoVersion: Int64?

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        person = try columns.optionalInteger()
        title = try columns.text()
        text = try columns.text()
        photoVersion = try columns.optionalInteger()
    }
}
