internal import HTTPServer
internal import ParlayAPI

extension Response {
    /// Adds what every answer to a tenant's call has.
    func finished(for head: RequestHead, _ session: Session) -> Response {
        var response = shared(with: head, of: session.tenant)
        guard status != 401, let allowance = session.allowance else { return response }
        response.headers.add("RateLimit-Limit", String(allowance.limit))
        response.headers.add("RateLimit-Remaining", String(allowance.remaining))
        response.headers.add("RateLimit-Reset", String(allowance.reset))
        return response
    }

    /// Says that caches must store separate answers by a request header (RFC 9110, 12.5.5).
    func varying(by name: String) -> Response {
        with("Vary", headers["Vary"].map { "\($0), \(name)" } ?? name)
    }
}

extension Gateway {
    /// The answer in the form that this client wants: 304 if it has this version (RFC 9110, 13.1.2), compressed if it
    /// asks for that.
    ///
    /// Only answers to GET are compressed. Others are at most one row, and some show a secret whose length
    /// compression could reveal (BREACH).
    static func encoded(_ response: Response, for head: RequestHead) async -> Response {
        guard head.method == .get || head.method == .head else { return response }
        var response = response
        let isCompressible = isCompressible(response)
        var isCompressed = false
        if isCompressible {
            response = response.varying(by: "Accept-Encoding")
            isCompressed = AcceptEncoding.prefersGzip(head.headers.values(of: "Accept-Encoding"))
            if isCompressed, let tag = response.headers["ETag"], let other = EntityTag.compressed(tag) {
                response = response.with("ETag", other)
            }
        }
        if isUnchanged(response, head) { return notModified(response) }
        guard isCompressed, let body = await response.body.gzipped() else { return response }
        response.body = body
        return response.with("Content-Encoding", "gzip")
    }

    private static func isCompressible(_ response: Response) -> Bool {
        guard response.body.count > 1024, response.headers["Content-Encoding"] == nil,
            let type = response.headers["Content-Type"]
        else { return false }
        let name = type.prefix { $0 != ";" }
        return name == "application/json" || name.hasSuffix("+json") || name.hasPrefix("text/")
    }

    private static func isUnchanged(_ response: Response, _ head: RequestHead) -> Bool {
        guard response.status == 200, let tag = response.headers["ETag"],
            let condition = head.headers["If-None-Match"]
        else { return false }
        return EntityTag.matches(condition, EntityTag.value(tag), weakly: true)
    }

    /// The headers of the 200, except those about the body (RFC 9110, 15.4.5).
    private static func notModified(_ response: Response) -> Response {
        var answer = Response(status: 304)
        for (name, value) in response.headers.fields where !name.lowercased().hasPrefix("content-") {
            answer.headers.add(name, value)
        }
        return answer
    }
}
