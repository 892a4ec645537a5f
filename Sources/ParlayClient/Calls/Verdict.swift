internal import Foundation
internal import ParlayAPI

/// The result of an attempt.
enum Verdict {
    case answered(TransportResponse)
    case failed(ParlayError, Repeatability)

    /// Whether a failed attempt can have taken effect.
    enum Repeatability: Equatable {
        /// Retrying is useless.
        case final
        /// Nothing was done.
        case undone(retryAfter: Duration? = nil)
        /// It may have taken effect.
        case uncertain(retryAfter: Duration? = nil)
    }

    init(_ response: TransportResponse) {
        if 200...299 ~= response.status {
            self = .answered(response)
            return
        }
        let wait = response.retryAfter
        guard let problem = response.problem else {
            // Something between client and server answered; whether the server executed the request is unknown.
            let mayPass = [429, 502, 503, 504].contains(response.status)
            self = .failed(
                .unexpectedAnswer(status: response.status),
                mayPass ? .uncertain(retryAfter: wait) : .final
            )
            return
        }
        let repeatability: Repeatability =
            switch (problem.status, problem.code) {
            case (503, "outcome_unknown"): .uncertain(retryAfter: wait)
            case (429, _), (503, _): .undone(retryAfter: wait)
            // The key belongs to this call, so its own earlier attempt is still running.
            case (409, "idempotency_in_flight"): .uncertain(retryAfter: wait)
            default: .final
            }
        self = .failed(.problem(problem, retryAfter: wait), repeatability)
    }

    init(_ error: any Error) {
        let error = error as? TransportError ?? .other(error.localizedDescription)
        self =
            switch error {
            case .unreachable: .failed(.transport(error), .undone())
            case .connectionLost, .timedOut: .failed(.transport(error), .uncertain())
            case .other: .failed(.transport(error), .final)
            }
    }
}

extension Problem {
    /// Whether this is the answer to deleting something that is already deleted.
    var saysGone: Bool { status == 404 || code == "no_cancel_request" }
}

extension TransportResponse {
    /// `nil` when the body is no problem document.
    var problem: Problem? {
        guard header("Content-Type")?.hasPrefix(Problem.mediaType) == true else { return nil }
        return try? JSONDecoder().decode(Problem.self, from: body)
    }

    var version: EntityTag? { header("ETag").map { EntityTag(rawValue: $0) } }

    /// Seconds, or the time between `Date` and `Retry-After`, so that this device's clock does not matter.
    var retryAfter: Duration? {
        guard let text = header("Retry-After") else { return nil }
        // After a day no one waits any more, and nothing overflows.
        if let seconds = Int64(text) { return .seconds(min(max(seconds, 0), 86_400)) }
        guard let until = HTTPDate.seconds(text), let now = header("Date").flatMap(HTTPDate.seconds) else {
            return nil
        }
        return .seconds(min(max(until - now, 0), 86_400))
    }
}
