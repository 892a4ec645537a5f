package import ParlayAPI

/// An error that has a shape outside: a route that throws it answers its problem document.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

extension Problem: ProblemConvertible {
    package var problem: Problem { self }
}

extension BodyError: ProblemConvertible {}
