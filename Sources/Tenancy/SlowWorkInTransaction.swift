/// Slow work was started while a connection for transactions was held, so that everybody else's transactions would
/// wait for it. Do it in the route's preparation.
package struct SlowWorkInTransaction: Error, CustomStringConvertible {
    package let work: String
    package var description: String { "\(work) inside a transaction" }
}
