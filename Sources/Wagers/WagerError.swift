internal import HTTPServer
package import ParlayAPI

package enum WagerError: ProblemConvertible, Equatable {
    case notFound

    package var problem: Problem {
        switch self {
        case .notFound:
            Problem(status: 404, code: "not_found", title: "Not found", detail: "There is no such wager.")
        }
    }
}
