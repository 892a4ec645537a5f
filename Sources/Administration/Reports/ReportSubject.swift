package import Database
package import ParlayAPI

/// Something that can be reported.
package struct ReportSubject: Sendable {
    /// Its stored and answered name: `account`.
    let type: String
    /// The member of the request that names it.
    let field: BodyField<Int64?>
    let id: @Sendable (ReportRequest) -> Int64?
    /// A row when the caller may name the row `$2` of the tenant `$1`.
    package let statement: Statement
    /// What the field is told when there is no row.
    let refusal: String

    package init(
        _ type: String,
        _ field: BodyField<Int64?>,
        _ statement: Statement,
        refusal: String? = nil,
        id: @escaping @Sendable (ReportRequest) -> Int64?
    ) {
        self.type = type
        self.field = field
        self.statement = statement
        self.refusal = refusal ?? "There is no such \(type), or you cannot report it."
        self.id = id
    }
}
