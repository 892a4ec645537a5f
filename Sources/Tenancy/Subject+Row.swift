package import Database
package import ParlayAPI

/// The row that an entry is about. Where entries may be about nothing, both columns are NULL.
extension Subject: ColumnGroup {
    package static let columns: SQLFragment = ["subject_type", "subject_id"]

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        self.init(type: try columns.text(), id: try columns.integer())
    }
}
