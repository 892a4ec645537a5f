internal import HTTPServer
package import ParlayAPI

package enum HidingError: ProblemConvertible, Equatable {
    case alreadyHidden

    package var problem: Problem {
        switch self {
        case .alreadyHidden:
            Problem(
                status: 409,
                code: "already_hidden",
                title: "Already hidden",
                detail: "This is hidden already."
            )
        }
    }
}
