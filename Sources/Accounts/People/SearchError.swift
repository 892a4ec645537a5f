internal import HTTPServer
package import ParlayAPI

package enum SearchError: ProblemConvertible, Equatable {
    /// - Parameters:
    ///   - position: the number of valid characters at its start.
    ///   - reason: PostgreSQL's message.
    case invalidExpression(position: Int64, reason: String)
    case tooBroad

    package var problem: Problem {
        switch self {
        case .invalidExpression(let position, let reason):
            Problem(
                status: 400,
                code: "invalid_expression",
                title: "Invalid expression",
                detail: "\(reason).",
                extensions: ["position": .integer(position)]
            )
        case .tooBroad:
            Problem(
                status: 400,
                code: "search_too_broad",
                title: "The search is too broad",
                detail:
                    "The search took too long. Search for something more specific; three letters in a row help most."
            )
        }
    }
}
