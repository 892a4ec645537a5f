package import Database
package import ParlayAPI

/// The subject of an entry. If entries can have none, both columns are NULL.
extension Subject: ColumnGroup {
    package static let columns: SQLFragment = ["subject_type", "subject_id"]

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        self.init(type: try columns.text(), id: try columns.integer())
    }
}
