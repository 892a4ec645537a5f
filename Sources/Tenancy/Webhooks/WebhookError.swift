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
                detail: "A tenant has at most 20 webhooks; delete one that is not needed any more."
            )
        case .disabled:
            Problem(
                status: 409,
                code: "webhook_disabled",
                title: "The webhook is off",
                detail: "Nothing is sent to this endpoint; turn it on first."
            )
        }
    }
}
