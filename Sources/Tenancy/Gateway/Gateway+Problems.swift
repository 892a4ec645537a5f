internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor

extension Gateway {
    /// The problem document with its headers.
    func answer(to error: any Error, _ problem: Problem, _ call: Call, _ surface: Surface) -> Response {
        var response = surface.refusal(problem, call.request.head, call.tenant)
        if problem.status == 412, case TenancyError.preconditionFailed(let tag?) = error {
            response = response.tagged(tag)
        }
        if problem.status == 429, let throttled = error as? Throttled {
            response = response.with("Retry-After", String(max(1, throttled.seconds)))
        }
        if case TenancyError.tooManyRequests(let seconds) = error {
            response = response.with("Retry-After", String(max(1, seconds)))
        }
        if case IdempotencyError.inFlight = error { response = response.with("Retry-After", "1") }
        if let error = error as? any ProblemConvertible {
            for (name, value) in error.responseHeaders { response = response.with(name, value) }
        }
        return response.withRetryAfter
    }

    /// The problem for an error. 503 means that nothing was changed, so it becomes `outcome_unknown` if part of the
    /// call is already committed, for example if the row was written and the connection was lost before it was read
    /// for the answer.
    func problem(for error: any Error, _ call: Call) -> Problem {
        let problem = plainProblem(for: error, call)
        return problem.status == 503 && call.session.hasCommitted ? .outcomeUnknown : problem
    }

    private func plainProblem(for error: any Error, _ call: Call) -> Problem {
        switch error {
        case let error as any ProblemConvertible: return error.problem
        case ReactorError.poolFull: return TenancyError.overloaded.problem
        case DatabaseError.overloaded: return TenancyError.overloaded.problem
        case DatabaseError.unavailable: return .databaseUnavailable
        case DatabaseError.outcomeUnknown: return .outcomeUnknown
        case let error as DatabaseError
        where error.sqlState == .queryCanceled || error.sqlState == .lockNotAvailable:
            return TenancyError.overloaded.problem
        case let error as DatabaseError where error.sqlState?.isShortage == true:
            log(error, of: call)
            return .databaseExhausted
        default:
            log(error, of: call)
            return .internalError
        }
    }

    private func log(_ error: any Error, of call: Call) {
        report("\(call.request.trace.route), request \(call.request.head.id): \(error)")
    }
}

extension Problem {
    static let badTarget = Problem(
        status: 400,
        code: "bad_request",
        title: "Bad request",
        detail: "The path contains an invalid escape."
    )
    static let unknownTenant = Problem(
        status: 404,
        code: "tenant_not_found",
        title: "No such tenant",
        detail: "There is no tenant with this name."
    )
    static let unknownPath = Problem(
        status: 404,
        code: "not_found",
        title: "Not found",
        detail: "Unknown path."
    )
    /// The tenant has not turned on the route's module.
    static func off(_ route: TenantRoute) -> Problem {
        guard let module = route.module else { return unknownPath }
        return Problem(
            status: 404,
            code: "not_found",
            title: "Not found",
            detail: "The module `\(module.rawValue)` is off for this tenant."
        )
    }
    static func methodNotAllowed(_ allow: String) -> Problem {
        Problem(
            status: 405,
            code: "method_not_allowed",
            title: "Method not allowed",
            detail: "This path supports \(allow)."
        )
    }
    static let databaseUnavailable = Problem(
        status: 503,
        code: "database_unavailable",
        title: "Database unavailable",
        detail: "The database cannot be reached. Nothing was changed; try again."
    )
    /// Its disk is full, for example. The log has its words.
    static let databaseExhausted = Problem(
        status: 503,
        code: "database_unavailable",
        title: "Database unavailable",
        detail: "The database lacks disk space or memory. Nothing was changed; try again later."
    )
    /// The write may have happened.
    static let outcomeUnknown = Problem(
        status: 503,
        code: "outcome_unknown",
        title: "The outcome is unknown",
        detail:
            "The change may have been saved, but the server could not complete its answer. Send the call again with the same Idempotency-Key, or read the resource to check."
    )
}
