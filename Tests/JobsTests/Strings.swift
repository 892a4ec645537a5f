import Synchronization

extension String {
    func replacing(_ mark: Character, _ text: String) -> String {
        split(separator: mark, omittingEmptySubsequences: false).joined(separator: text)
    }

    /// The digits that follow the first `mark`.
    func firstNumber(after mark: String) -> Int? {
        guard let range = firstRange(of: mark) else { return nil }
        return Int(self[range.upperBound...].prefix { $0.isNumber })
    }
}

/// Collects payloads.
final class PayloadLog: Sendable {
    private let payloads = Mutex<[String]>([])
    var all: [String] { payloads.withLock { $0 } }
    func add(_ payload: String) { payloads.withLock { $0.append(payload) } }
}
