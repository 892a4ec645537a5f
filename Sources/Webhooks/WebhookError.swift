internal import HTTPServer
package import ParlayAPI

package enum WebhookError: ProblemConvertible, Equatable {
    case limit
    case disabled

    package var problem: Problem {
        switch self {
        case .limit:
            Problem(
                status: 409,
                code: "webhook_limit",
                title: "Too many webhooks",
                detail: "A tenant can have at most 20 webhooks. Delete one that is no longer needed."
            )
        case .disabled:
            Problem(
                status: 409,
                code: "webhook_disabled",
                title: "The webhook is off",
                detail: "Nothing is sent to this endpoint. Turn it on first."
            )
        }
    }
}
