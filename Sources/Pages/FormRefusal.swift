internal import HTTPServer
package import ParlayAPI

/// A form whose answer the page shows.
struct FormOutcome: Sendable {
    /// Of the call, in the reference.
    let name: String
    let input: FormInput
    let response: Response
}

/// A form that was not accepted: which, why, and what was typed.
package struct FormRefusal: Sendable {
    /// Of the call, in the reference.
    package let name: String
    /// The values of the path that the form was for, separated by `/`.
    package let target: String
    package let problem: Problem
    package internal(set) var input: FormInput

    /// What is wrong with a field.
    package func rules(about field: String) -> [FieldRule] { problem.errors?.rules(of: field) ?? [] }
}
