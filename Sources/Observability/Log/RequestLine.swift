/// The logged facts of one request. They include no path, query or header, which contain tokens and addresses.
package struct RequestLine: Sendable {
    package var id: String
    package var method: String
    /// The pattern that matched, such as `/v1/{tenant}/profiles/me/`, never the path as sent.
    package var route: String
    package var status: Int
    /// From the first byte to the last, in nanoseconds.
    package var duration: Int64
    /// Spent waiting for the database, in nanoseconds.
    package var databaseTime: Int64
    /// `nil` if the route has none.
    package var tenant: String?
    /// `nil` for an anonymous request.
    package var accountID: Int64?
    /// Of the response's body.
    package var bytes: Int

    package init(
        id: String,
        method: String,
        route: String,
        status: Int,
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
        self.duration = duration
        self.databaseTime = databaseTime
        self.tenant = tenant
        self.accountID = accountID
        self.bytes = bytes
    }

    /// Our own faults are errors, everything else is normal. 505 is caused by the client's version of HTTP.
    var level: LogLevel { status >= 500 && status != 505 ? .error : .info }

    func append(to line: inout [UInt8], as format: LogFormat) {
        if format.isShort { return appendShort(to: &line, as: format) }
        format.append("message", text: "request", to: &line)
        format.append("id", text: id, to: &line)
        format.append("method", text: method, to: &line)
        format.append("route", text: route, to: &line)
        format.append("status", integer: Int64(status), to: &line)
        format.append("duration", nanoseconds: duration, to: &line)
        format.append("database", nanoseconds: databaseTime, to: &line)
        if let tenant { format.append("tenant", text: tenant, to: &line) }
        if let accountID { format.append("account_id", integer: accountID, to: &line) }
        format.append("bytes", integer: Int64(bytes), to: &line)
    }

    /// `200 GET /v1/{tenant}/about/ duration_ms=1.250 …`, with identifying fields at the end.
    private func appendShort(to line: inout [UInt8], as format: LogFormat) {
        format.append(message: "\(status) \(method) \(route)", to: &line)
        format.append("duration", nanoseconds: duration, to: &line)
        if databaseTime > 0 { format.append("database", nanoseconds: databaseTime, to: &line) }
        if let tenant { format.append("tenant", text: tenant, to: &line) }
        if let accountID { format.append("account_id", integer: accountID, to: &line) }
        format.append("id", text: id, to: &line)
    }
}
