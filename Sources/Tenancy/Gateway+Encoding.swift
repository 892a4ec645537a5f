internal import HTTPServer
internal import ParlayAPI

extension Response {
    /// With what each answer to a call of a tenant carries besides its own.
    func finished(for head: RequestHead, _ session: Session) -> Response {
        var response = shared(with: head, of: session.tenant)
        guard status != 401, let allowance = session.allowance else { return response }
        response.headers.add("RateLimit-Limit", String(allowance.limit))
        response.headers.add("RateLimit-Remaining", String(allowance.remaining))
        response.headers.add("RateLimit-Reset", String(allowance.reset))
        return response
    }

    /// Says that caches must keep answers apart by a header of the request (RFC 9110, 12.5.5).
    func varying(by name: String) -> Response {
        with("Vary", headers["Vary"].map { "\($0), \(name)" } ?? name)
    }
}

extension Gateway {
    /// The answer as this client wants it: 304 where it holds this version already (RFC 9110, 13.1.2), compressed where it
    /// asks for that.
    ///
    /// Only answers to GET are compressed. Those to other methods are a row at most, and among them are the ones that
    /// show a secret, whose length compression could tell (BREACH).
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

    /// The headers that the 200 would have, but for those about the body (RFC 9110, 15.4.5).
    private static func notModified(_ response: Response) -> Response {
        var answer = Response(status: 304)
        for (name, value) in response.headers.fields where !name.lowercased().hasPrefix("content-") {
            answer.headers.add(name, value)
        }
        return answer
    }
}
