/// The logged facts of one request. They include no path, query or header, which contain tokens and addresses.
///
/// An object, because its texts would be counted again at each hand-over.
package final class RequestLine: Sendable {
    package let id: String
    package let method: String
    /// The pattern that matched, such as `/v1/{tenant}/profiles/me/`, never the path as sent.
    package let route: String
    package let status: Int
    /// Of the problem that was answered, such as `bad_query`; `nil` if there was none.
    package let code: String?
    /// From the first byte to the last, in nanoseconds.
    package let duration: Int64
    /// Spent waiting for the database, in nanoseconds.
    package let databaseTime: Int64
    /// `nil` if the route has none.
    package let tenant: String?
    /// `nil` for an anonymous request.
    package let accountID: Int64?
    /// Of the response's body.
    package let bytes: Int

    package init(
        id: String,
        method: String,
        route: String,
        status: Int,
        code: String? = nil,
        duration: Int64,
        databaseTime: Int64,
        tenant: String? = nil,
        accountID: Int64? = nil,
        bytes: Int
    ) {
        self.id = id
        self.method = method
        self.route = route
        self.status = status
        self.code = code
        self.duration = duration
        self.databaseTime = databaseTime
        self.tenant = tenant
        self.accountID = accountID
        self.bytes = bytes
    }

    var level: LogLevel { Self.level(status: status, route: route) }

    /// Our own faults are errors; 505 is caused by the client's version of HTTP. A health check that passes says nothing
    /// and comes every few seconds.
    package static func level(status: Int, route: String) -> LogLevel {
        if status >= 500 && status != 505 { return .error }
        return status < 400 && healthChecks.contains(route) ? .debug : .info
    }
    private static let healthChecks = ["/healthz", "/readyz"]

    func append(to line: inout [UInt8], as format: LogFormat) {
        if format.isShort { return appendShort(to: &line, as: format) }
        format.append(Self.idKey, text: id, to: &line)
        format.append(Self.methodKey, text: method, to: &line)
        format.append(Self.routeKey, text: route, to: &line)
        format.append(Self.statusKey, integer: Int64(status), to: &line)
        if let code { format.append(Self.codeKey, text: code, to: &line) }
        format.append(Self.durationKey, nanoseconds: duration, to: &line)
        format.append(Self.databaseKey, nanoseconds: databaseTime, to: &line)
        if let tenant { format.append(Self.tenantKey, text: tenant, to: &line) }
        if let accountID { format.append(Self.accountKey, integer: accountID, to: &line) }
        format.append(Self.bytesKey, integer: Int64(bytes), to: &line)
    }

    /// After the line's message, which is always the same.
    private static let idKey = LogFormat.Key(
        plain: " message=request id=",
        json: ",\"message\":\"request\",\"id\":"
    )
    private static let methodKey = LogFormat.Key(plain: " method=", json: ",\"method\":")
    private static let routeKey = LogFormat.Key(plain: " route=", json: ",\"route\":")
    private static let statusKey = LogFormat.Key(plain: " status=", json: ",\"status\":")
    private static let codeKey = LogFormat.Key(plain: " code=", json: ",\"code\":")
    private static let durationKey = LogFormat.Key(plain: " duration_ms=", json: ",\"duration_ms\":")
    private static let databaseKey = LogFormat.Key(plain: " database_ms=", json: ",\"database_ms\":")
    private static let tenantKey = LogFormat.Key(plain: " tenant=", json: ",\"tenant\":")
    private static let accountKey = LogFormat.Key(plain: " account_id=", json: ",\"account_id\":")
    private static let bytesKey = LogFormat.Key(plain: " bytes=", json: ",\"bytes\":")

    /// `200 GET /v1/{tenant}/about/ duration_ms=1.250 …`, with identifying fields at the end.
    private func appendShort(to line: inout [UInt8], as format: LogFormat) {
        format.append(message: "\(status) \(method) \(route)", to: &line)
        if let code { format.append("code", text: code, to: &line) }
        format.append("duration", nanoseconds: duration, to: &line)
        if databaseTime > 0 { format.append("database", nanoseconds: databaseTime, to: &line) }
        if let tenant { format.append("tenant", text: tenant, to: &line) }
        if let accountID { format.append("account_id", integer: accountID, to: &line) }
        format.append("id", text: id, to: &line)
    }
}
