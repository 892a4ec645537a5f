internal import HTTPServer
internal import ParlayAPI
internal import Reactor

extension Response {
    /// Adds what every answer to a tenant's call has.
    consuming func finished(for head: RequestHead, _ session: Session) -> Response {
        session.spend(sent: body.count)
        let status = status
        var response = shared(with: head, of: session.tenant)
        if status < 300, let position = session.position {
            response.headers.add("Stream-Position", String(decimal: position))
        }
        guard status != 401, let allowance = session.allowance else { return response }
        response.headers.add("RateLimit-Limit", String(decimal: allowance.limit))
        response.headers.add("RateLimit-Remaining", String(decimal: allowance.remaining))
        response.headers.add("RateLimit-Reset", String(decimal: allowance.reset))
        // Of draft-ietf-httpapi-ratelimit-headers-10; the three above are of its versions up to 06.
        var policy = ShortText()
        policy.append("\"requests\";q=")
        policy.append(allowance.limit)
        policy.append(";w=")
        policy.append(allowance.window)
        response.headers.add("RateLimit-Policy", policy.text)
        var state = ShortText()
        state.append("\"requests\";r=")
        state.append(allowance.remaining)
        state.append(";t=")
        state.append(allowance.reset)
        response.headers.add("RateLimit", state.text)
        return response
    }

    /// Caches store only what a handler allows: nearly all answers are personal.
    consuming func storedByNobody() -> Response {
        if !headers.contains("Cache-Control") { headers.add("Cache-Control", "no-store") }
        return self
    }

    /// Says that caches must store separate answers by a request header (RFC 9110, 12.5.5).
    consuming func varying(by name: String) -> Response {
        headers.set("Vary", headers["Vary"].map { "\($0), \(name)" } ?? name)
        return self
    }
}

// The form that a client wants.
extension Response {
    /// The answer, and whether it is to be compressed: 304 if the client has this version (RFC 9110, 13.1.2), compressed if
    /// it asks for that.
    ///
    /// Only answers to GET are compressed. Others are at most one row, and some show a secret whose length
    /// compression could reveal (BREACH).
    consuming func negotiated(_ head: RequestHead) -> (response: Response, compresses: Bool) {
        guard head.method == .get || head.method == .head else { return (self, false) }
        var response = self
        var compresses = false
        if response.isCompressible {
            response = response.varying(by: "Accept-Encoding")
            compresses = AcceptEncoding.prefersGzip(head.headers.values(of: "Accept-Encoding"))
            if compresses, let tag = response.headers["ETag"], let other = EntityTag.compressed(tag) {
                response = response.with("ETag", other)
            }
        }
        return response.isUnchanged(head) ? (response.notModified, false) : (response, compresses)
    }

    /// The same answer compressed, or as it is if zlib has no memory.
    ///
    /// - Parameter pool: for large answers.
    func gzipped(on pool: BlockingPool?) async -> Response {
        guard let body = await body.gzipped(on: pool) else { return self }
        var response = self
        response.body = body
        return response.with("Content-Encoding", "gzip")
    }

    private var isCompressible: Bool {
        guard body.count > 1024, headers["Content-Encoding"] == nil, let type = headers["Content-Type"]
        else { return false }
        let name = type.prefix { $0 != ";" }
        return name == "application/json" || name.hasSuffix("+json") || name.hasPrefix("text/")
    }

    private func isUnchanged(_ head: RequestHead) -> Bool {
        guard status == 200, let condition = head.headers["If-None-Match"], let tag = headers["ETag"] else {
            return false
        }
        return EntityTag.matches(condition, EntityTag.value(tag), weakly: true)
    }

    /// The headers of the 200, except those about the body (RFC 9110, 15.4.5).
    private var notModified: Response {
        var answer = Response(status: 304)
        for field in headers.fields where !field.name.lowercased().hasPrefix("content-") {
            answer.headers.add(field.name, field.value)
        }
        return answer
    }
}
