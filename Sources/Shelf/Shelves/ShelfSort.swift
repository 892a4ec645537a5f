internal import Database
internal import ParlayAPI
internal import Tenancy

extension ShelfSort {
    /// What pages begin after: the sort key and the game's id. Names are not in a cursor: the game's id leads to its name.
    func key(of row: ShelfRow) -> [Int64] {
        let entry = row.entry
        let value =
            switch self {
            case .addedAt: entry.addedAt.milliseconds
            case .updatedAt: entry.updatedAt.milliseconds
            case .userRating: Int64(entry.values.rating ?? -1)
            case .userHours: entry.values.hours.tenths
            case .name: Int64(0)
            }
        return [value, row.game.id.rawValue]
    }

    /// The sort key as a parameter; that of the first page is above all others.
    func parameter(_ value: Int64?) -> Parameter {
        switch self {
        case .addedAt, .updatedAt: .laterThan(value)
        case .userRating, .userHours, .name: .integer(value ?? Int64(Int32.max))
        }
    }
}

extension Parameter {
    /// The moment of a cursor in milliseconds, or the end of time.
    static func laterThan(_ milliseconds: Int64?) -> Parameter {
        milliseconds.map { .time(Timestamp(milliseconds: $0)) } ?? "infinity"
    }
}
