package import ParlayAPI

/// An error with a problem document, which is the answer if a route throws it.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
    /// Further headers of that answer.
    var responseHeaders: [(name: String, value: String)] { get }
}

extension ProblemConvertible {
    package var responseHeaders: [(name: String, value: String)] { [] }
}

extension Problem: ProblemConvertible {
    package var problem: Problem { self }
}

extension BodyError: ProblemConvertible {}
