/// Suggests a correction for a mistyped word.
package enum Suggestion {
    /// The candidate closest to `word`; `nil` if none is close.
    package static func closest(to word: String, in candidates: [String]) -> String? {
        let limit = max(1, min(3, word.count / 3))
        let ranked = candidates.map { (candidate: $0, distance: distance(word, $0)) }
        return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.candidate
    }

    /// How many characters must be inserted, deleted, replaced or swapped with their neighbour to get from one text
    /// to the other (the optimal string alignment distance).
    package static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
