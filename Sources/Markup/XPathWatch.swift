internal import CXML
internal import Synchronization

/// Ends evaluations that take longer than `XPath.timeLimit`. Another task calls `check` now and then: libxml2 itself knows no
/// time, and one operation may read the whole text of a page.
package final class XPathWatch: Sendable {
    private struct Evaluation {
        /// The address of the context, which lives until `end`.
        var context: UInt
        var deadline: ContinuousClock.Instant
    }

    private let evaluation = Mutex<Evaluation?>(nil)

    package init() {}

    /// Ends the evaluation that is over its time, if there is one. May be called from any thread.
    package func check(now: ContinuousClock.Instant = .now) {
        evaluation.withLock {
            guard let running = $0, now >= running.deadline else { return }
            parlay_xpath_stop(running.context)
        }
    }

    func begin(_ context: xmlXPathContextPtr) {
        let address = UInt(bitPattern: context)
        evaluation.withLock { $0 = Evaluation(context: address, deadline: .now + XPath.timeLimit) }
    }

    func end() { evaluation.withLock { $0 = nil } }
}
