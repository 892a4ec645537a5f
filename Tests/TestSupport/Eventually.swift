/// Waits until `condition` holds, for what no signal announces. Asks on the executor of the caller.
///
/// - Parameters:
///   - what: what is waited for, for the error.
///   - limit: on a quiet machine. It is counted in questions, so that it is longer where the processors are busy, and
///     what is waited for is late too.
/// - Throws: `TimedOut`, and what `condition` throws.
package func eventually(
    _ what: String = "a condition",
    within limit: Duration = .seconds(180),
    fileID: StaticString = #fileID,
    line: Int = #line,
    _ condition: () async throws -> Bool
) async throws {
    let interval = Duration.milliseconds(10)
    for _ in 0..<Int(limit / interval) {
        if try await condition() { return }
        try await Task.sleep(for: interval)
    }
    throw TimedOut(description: "\(fileID):\(line): gave up waiting for \(what)")
}

package struct TimedOut: Error, CustomStringConvertible {
    package let description: String
}
