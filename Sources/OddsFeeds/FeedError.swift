internal import HTTPServer
internal import ParlayAPI

enum FeedError: ProblemConvertible, Equatable {
    case limit
    case disabled

    var problem: Problem {
        switch self {
        case .limit:
            Problem(
                status: 409,
                code: "feed_limit",
                title: "Too many feeds",
                detail: "A tenant can have at most 20 feeds. Delete one that is no longer needed."
            )
        case .disabled:
            Problem(
                status: 409,
                code: "feed_disabled",
                title: "The feed is off",
                detail: "The feed is not read. Turn it on first."
            )
        }
    }
}

extension AuditAction {
    static let feedCreate = AuditAction(rawValue: "feed.create")
    static let feedChange = AuditAction(rawValue: "feed.change")
    static let feedDelete = AuditAction(rawValue: "feed.delete")
    static let feedRun = AuditAction(rawValue: "feed.run")
}
