package import Database

/// Why a tenant was not exported, imported or deleted, as a sentence that says what to do.
package enum TransferError: Error, Equatable, CustomStringConvertible {
    case unknownTenant(String)
    case beingDeleted(String)
    case slugTaken(String)
    case badSlug(String)
    /// Row-level security does not show the owner all rows of these tables.
    case hiddenRows([String])
    /// The file could not be read or written.
    case file(String)
    /// The file is not what an export writes; with the number of the line.
    case badFile(String, line: Int)
    /// Rows of this table are not what they must be: a sentence without its full stop, and one that says what to do.
    case refusedRows(table: String, String, advice: String)
    case otherSchema(file: Int64, database: Int64)
    /// A move or a cell, with what to do.
    case refused(String)
    case database(DatabaseError, while: String)

    package var description: String {
        switch self {
        case .unknownTenant(let slug): "There is no tenant \(slug)."
        case .beingDeleted(let slug):
            "The deletion of \(slug) has begun. Finish it with `parlay admin tenant delete \(slug)`."
        case .slugTaken(let slug):
            "There is already a tenant \(slug). Import under another slug with --slug, or delete that tenant first."
        case .badSlug(let slug):
            "\"\(slug)\" is not a valid slug: use 2 to 31 of a-z, 0-9 and -, starting with a letter."
        case .hiddenRows(let tables):
            "Row-level security hides rows of \(tables.joined(separator: ", ")) from parlay_owner. Nothing was done;"
                + " see `parlay doctor`."
        case .file(let what): what
        case .badFile(let what, let line):
            "Line \(line) of the file: \(what). Nothing was imported; export the tenant again."
        case .refusedRows(let table, let what, let advice):
            "The rows of \(table) are refused: \(what). Nothing was imported. \(advice)"
        case .otherSchema(let file, let database):
            "The file has schema version \(file) and this database \(database). Bring both installations to the same"
                + " version of Parlay (`parlay migrate`) and export again."
        case .refused(let what): what
        case .database(let error, let activity): "\(activity): \(error)"
        }
    }
}
