internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor

/// Errors become problem documents here.
extension AdmittedRequest {
    /// The answer if a check fails.
    func refused(_ request: Request, _ check: () async throws -> Void) async -> Response? {
        do {
            try await check()
            return nil
        } catch {
            return answer(to: error, problem(for: error, request), request).finished(for: head, session)
        }
    }

    /// A bad token has precedence over everything else that is wrong, even if the body was read first.
    func refusal(_ error: any Error, _ request: Request) async -> Response {
        var problem = problem(for: error, request)
        if !session.isAnonymous && [400, 403, 404, 409, 415, 422].contains(problem.status) {
            do {
                try await session.confirm()
            } catch {
                problem = self.problem(for: error, request)
            }
        }
        return answer(to: error, problem, request)
    }

    /// The problem document with its headers.
    private func answer(to error: any Error, _ problem: Problem, _ request: Request) -> Response {
        var response = surface.refusal(problem, head, session.tenant, call(request))
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
    private func problem(for error: any Error, _ request: Request) -> Problem {
        let problem = plainProblem(for: error, request)
        return problem.status == 503 && session.hasCommitted ? .outcomeUnknown : problem
    }

    private func plainProblem(for error: any Error, _ request: Request) -> Problem {
        switch error {
        case let error as any ProblemConvertible: return error.problem
        case ReactorError.poolFull: return TenancyError.overloaded.problem
        case DatabaseError.overloaded: return TenancyError.overloaded.problem
        case DatabaseError.unavailable: return .databaseUnavailable
        case DatabaseError.outcomeUnknown: return .outcomeUnknown
        // What does not wait for a tenant that moves, such as a stream that is opened.
        case let error as DatabaseError where error.sqlState == .tenantClosed: return .databaseUnavailable
        case let error as DatabaseError
        where error.sqlState == .queryCanceled || error.sqlState == .lockNotAvailable:
            return TenancyError.overloaded.problem
        case let error as DatabaseError where error.sqlState?.isShortage == true:
            log(error, of: request)
            return .databaseExhausted
        default:
            log(error, of: request)
            return .internalError
        }
    }

    private func log(_ error: any Error, of request: Request) {
        shared.report("\(request.trace.route), request \(head.id): \(error)")
    }
}
