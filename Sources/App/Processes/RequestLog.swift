internal import HTTPServer
internal import Observability

extension CompletedRequest {
    /// Writes the line of the request. It has no path, query or header, which contain tokens and addresses: the route is the
    /// pattern that matched, such as `/v1/{tenant}/profiles/me/`.
    func log(to logger: Logger) {
        if logger.isShort {
            logger.log(logLevel, "\(status) \(method) \(trace.route)", shortFields)
        } else {
            logger.log(logLevel, "request", fields)
        }
    }

    /// Our own faults are errors; 505 is caused by the client's version of HTTP. A health check that passes says nothing
    /// and comes every few seconds.
    private var logLevel: LogLevel {
        if status >= 500 && status != 505 { return .error }
        let route = trace.route
        return status < 400 && (route == "/healthz" || route == "/readyz") ? .debug : .info
    }

    private var fields: [LogField] {
        [
            .text("id", id), .text("method", method), .text("route", trace.route),
            .number("status", Int64(status)), .text("code", problemCode),
            .duration("duration_ms", duration),
            .duration("database_ms", trace.databaseTime),
            .text("tenant", trace.tenant?.slug), .number("account_id", trace.accountID),
            .number("bytes", Int64(bytes)),
        ]
    }

    /// What the message does not say, with what identifies the request at the end.
    private var shortFields: [LogField] {
        [
            .text("code", problemCode), .duration("duration_ms", duration),
            .duration("database_ms", trace.databaseTime > .zero ? trace.databaseTime : nil),
            .text("tenant", trace.tenant?.slug), .number("account_id", trace.accountID), .text("id", id),
        ]
    }
}
