internal import Foundation

/// The seeds of a simulation. The environment may name others: `PARLAY_SEEDS=1-10000` runs more of them, and
/// `PARLAY_SEEDS=17` only that one.
package enum Seeds {
    /// - Parameter usual: how many there are otherwise.
    package static func first(_ usual: UInt64) -> ClosedRange<UInt64> {
        let ends = (ProcessInfo.processInfo.environment["PARLAY_SEEDS"] ?? "").split(separator: "-")
            .compactMap { UInt64($0) }
        guard let first = ends.first, let last = ends.last, first <= last else { return 1...max(1, usual) }
        return first...last
    }
}
