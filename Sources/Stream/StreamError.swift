internal import HTTPServer
internal import ParlayAPI

enum StreamError: ProblemConvertible {
    /// The events that the caller missed are deleted, or the number is of another database.
    case expired
    case tooMany(limit: Int)

    var problem: Problem {
        switch self {
        case .expired:
            Problem(
                status: 410,
                code: "stream_expired",
                title: "These events are gone",
                detail: "Read your lists again, and follow the stream after their Stream-Position."
            )
        case .tooMany(let limit):
            Problem(
                status: 429,
                code: "too_many_streams",
                title: "Too many streams",
                detail: "You have \(limit) streams already. Close one first."
            )
        }
    }
}
