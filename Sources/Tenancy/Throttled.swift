internal import HTTPServer
package import ParlayAPI

/// Too many calls or failures; `seconds` until the next is allowed.
package struct Throttled: ProblemConvertible, Equatable {
    package let seconds: Int

    package init(seconds: Int) { self.seconds = seconds }

    package var problem: Problem {
        Problem(
            status: 429,
            code: "throttled",
            title: "Too many requests",
            detail: "Request was throttled. Expected available in \(max(1, seconds)) seconds."
        )
    }
}
