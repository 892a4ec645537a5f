package import Database
internal import ParlayAPI
package import Tenancy

/// Reads the figures that the worker keeps.
package enum FigureStore {
    /// The days from `$2` to `$3`.
    static let days = RowStatement<FigureRow>(
        "select",
        FigureRow.columns,
        """
          from daily_figures d
         where d.tenant_id = $1 and d.day >= $2::date and d.day <= $3::date
         order by d.day
        """
    )

    /// Charts of hours show the last day.
    package static let pruning = PruneStep(prune, days: 14, inBatches: true)

    private static let prune = Statement(
        """
        delete from hourly_figures
         where ctid = any (array(select ctid from hourly_figures where hour < $1::timestamptz limit 10000))
        """
    )

    package static let statements = [days.statement, prune]
}

/// A row of `daily_figures`, called `d`.
struct FigureRow: ColumnGroup {
    static let columns: SQLFragment = ["d.day::text", "d.counted_at", "d.figures::text"]

    let day: String
    let countedAt: Timestamp
    /// JSON: the values by name, without those that are 0.
    private let figures: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        day = try columns.text()
        countedAt = try columns.time()
        figures = try columns.text()
    }

    func values() throws -> [String: Int64] {
        guard case .object(let object) = try JSONParser.parse(Array(figures.utf8)) else { return [:] }
        var values: [String: Int64] = [:]
        for member in object.members {
            if case .integer(let value) = member.value { values[member.key] = value }
        }
        return values
    }
}
