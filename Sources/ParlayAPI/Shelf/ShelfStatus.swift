/// How far a person is with a game of their shelf.
public enum ShelfStatus: Int, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// Not begun.
    case backlog = 0
    case playing = 1
    /// The story is over.
    case finished = 2
    /// There is nothing left to do in it.
    case completed = 3
    /// Given up.
    case dropped = 4
}

extension BodyField where Value == ShelfStatus {
    static func shelfStatus(_ name: String, _ summary: String) -> BodyField {
        let numbers = ShelfStatus.allCases.map { Int64($0.rawValue) }
        return BodyField<Int64>.integer(name, (numbers.min() ?? 0)...(numbers.max() ?? 0), summary)
            .converted(placeholder: .backlog, FieldRule("aShelfStatus", "A valid status is required.")) {
                number in
                Int(exactly: number).flatMap(ShelfStatus.init(rawValue:))
            }
    }
}
