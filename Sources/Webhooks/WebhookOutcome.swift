internal import Outbound
internal import ParlayAPI

/// The result of an attempt.
struct WebhookOutcome {
    var status: WebhookDelivery.Status
    var responseStatus: Int?
    var response: String?
    var error: String?
    /// When to retry; `nil` for never.
    var retryAfterMilliseconds: Int64?
    /// The endpoint wants no further events.
    var isGone = false

    var isDelivered: Bool { status == .delivered }

    static let cancelled = WebhookOutcome(status: .cancelled, error: "the webhook is off")

    private init(status: WebhookDelivery.Status, error: String) {
        self.status = status
        self.error = error
    }

    /// - Parameter attempt: from 1.
    init(_ result: Result<OutboundResponse, HTTPClientError>, attempt: Int) {
        status = .failed
        var wait = attempt <= WebhookSender.schedule.count ? WebhookSender.schedule[max(0, attempt - 1)] : nil
        switch result {
        case .success(let answer):
            responseStatus = answer.status
            response = Self.excerpt(answer.body)
            switch answer.status {
            case 200..<300:
                status = .delivered
                wait = nil
            case 300..<400: error = "the endpoint answered \(answer.status); redirects are not followed"
            case 410:
                error = "the endpoint answered 410 and was turned off"
                isGone = true
                wait = nil
            default: error = "the endpoint answered \(answer.status)"
            }
            // Ten hours at most, because an endpoint that asks for more would never be called again.
            if let asked = answer.retryAfter, let planned = wait { wait = min(max(planned, asked), 36_000) }
        case .failure(let failure): error = failure.description
        }
        // Up to a tenth later, so that attempts that failed together are not retried together.
        retryAfterMilliseconds = wait.map { $0 * 1000 + Int64.random(in: 0...($0 * 100)) }
    }

    /// The beginning of a body as text for people; `nil` if there is none.
    private static func excerpt(_ body: [UInt8]) -> String? {
        guard !body.isEmpty else { return nil }
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: body, as: UTF8.self).unicodeScalars.prefix(1000) {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            text.append(isControl ? " " : scalar)
        }
        return String(text)
    }
}
