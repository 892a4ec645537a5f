internal import HTTPServer
internal import ParlayAPI

enum PushError: ProblemConvertible, Equatable {
    /// The tenant has no credentials for the platform.
    case unavailable(PushPlatform)

    var problem: Problem {
        switch self {
        case .unavailable(let platform):
            Problem(
                status: 409,
                code: "push_unavailable",
                title: "No push messages for this app",
                detail:
                    "This tenant has no credentials for \(platform.rawValue). An admin enters them in the setting push_apps."
            )
        }
    }
}
