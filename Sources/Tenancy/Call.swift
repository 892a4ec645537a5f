package import HTTPServer
package import ParlayAPI
package import Security

/// A request to a tenant's route.
package struct Call: Sendable {
    package let request: Request
    package let session: Session
    /// Seals cursors and links.
    package let signer: Signer
    private let readQuery: Result<QueryReader, TenancyError>

    /// - Parameter parameters: those of the query that the route takes.
    init(request: Request, session: Session, signer: Signer, parameters: [RouteDescription.Parameter]) {
        self.request = request
        self.session = session
        self.signer = signer
        readQuery = Result { () throws(TenancyError) in try QueryReader(request.head, parameters) }
    }

    /// The parameters of the query, which the route lists.
    ///
    /// - Throws: `TenancyError.badQuery` when the query has others or is malformed. The gateway has seen to that, unless the
    ///   route is `checkingQueryItself`.
    package var query: QueryReader { get throws(TenancyError) { try readQuery.get() } }

    package var tenant: Tenant { session.tenant }
    package var now: Timestamp { session.now }

    /// A path parameter that was declared as `{name:id}`.
    package func id<ID: RowID>(_ name: String, as type: ID.Type = ID.self) throws -> ID {
        guard let value = request.parameters.id(name) else {
            throw TenancyError.notFound("Not found.")
        }
        return ID(rawValue: value)
    }

    // MARK: Body

    /// The name in `Content-Type`, in lower case and without parameters.
    package var mediaType: String? { request.head.mediaType }

    /// The body's object; 400 when it is no JSON object. Its fields are judged by `decode`.
    package func object() throws -> JSONObject {
        do throws(JSONSyntaxError) {
            return try JSONParser.parseObject(request.body)
        } catch {
            throw Problem.malformedJSON(error)
        }
    }

    /// The body; 400 for bad syntax, 422 with all field errors.
    package func decode<Body: RequestBody>(
        _ type: Body.Type = Body.self,
        mode: BodyReader.Mode = .complete
    ) throws -> Body {
        try Body.decode(request.body, modules: tenant.modules, mode: mode)
    }

    /// The fields of an object that was parsed before.
    package func decode<Body: RequestBody>(
        _ object: JSONObject,
        as type: Body.Type = Body.self,
        mode: BodyReader.Mode = .complete
    ) throws -> Body {
        do throws(FieldErrors) {
            return try Body.decode(object, modules: tenant.modules, mode: mode)
        } catch {
            throw Problem.invalidFields(error)
        }
    }

    /// The same, with what the fields cannot know by themselves: `check` refuses further fields, so that the answer
    /// names everything that is wrong at once. What was refused already is a placeholder: ask `isValid` first.
    package func decode<Body: RequestBody>(
        _ object: JSONObject,
        as type: Body.Type = Body.self,
        mode: BodyReader.Mode = .complete,
        check: (Body, inout BodyReader) async throws -> Void
    ) async throws -> Body {
        var reader = BodyReader(object, modules: tenant.modules, mode: mode)
        let body = Body(reading: &reader)
        try await check(body, &reader)
        do throws(FieldErrors) { try reader.finish() } catch { throw Problem.invalidFields(error) }
        return body
    }

    // MARK: Conditions

    /// Refuses with 412 when `If-Match` names other tags than the row's.
    package func requireMatch(_ tag: String) throws {
        guard let condition = request.head.headers["If-Match"] else { return }
        guard EntityTag.matches(condition, tag, weakly: false) else {
            throw TenancyError.preconditionFailed(present: tag)
        }
    }

    /// Refuses with 412 what names a tag of something that carries none; `*` fits it.
    package func requireMatchOfUntagged() throws {
        guard let condition = request.head.headers["If-Match"] else { return }
        guard
            condition.split(separator: ",").contains(where: { $0.filter { $0 != " " && $0 != "\t" } == "*" })
        else {
            throw TenancyError.preconditionFailed(present: nil)
        }
    }

    /// Changes a row that carries no tag. What `change` did is undone when the call asks for a tag.
    package func changeUntagged<Value>(_ change: () async throws -> Value) async throws -> Value {
        guard request.head.headers["If-Match"] != nil else { return try await change() }
        return try await session.transaction {
            let value = try await change()
            try requireMatchOfUntagged()
            return value
        }
    }

    /// The path of the base below which the tenant's links stand: `/v1/wordup/`.
    package var base: String { "/v1/\(tenant.slug)/" }
}

extension RequestHead {
    /// The name in `Content-Type`, in lower case and without parameters.
    package var mediaType: String? {
        let type = headers["Content-Type"]?.split(separator: ";", omittingEmptySubsequences: false).first
        return type.map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }
}

/// Comparison of entity tags (RFC 9110, 8.8.3.2).
package enum EntityTag {
    /// Whether a list such as `"a", W/"b"` or `*` holds the tag.
    package static func matches(_ condition: String, _ tag: String, weakly: Bool) -> Bool {
        for candidate in condition.split(separator: ",") {
            var text = candidate.drop { $0 == " " || $0 == "\t" }
            while text.last == " " || text.last == "\t" { text.removeLast() }
            if text == "*" { return true }
            if text.hasPrefix("W/") {
                guard weakly else { continue }
                text = text.dropFirst(2)
            }
            if text == "\"\(tag)\"" || text == "\"\(tag)\(compression)\"" { return true }
        }
        return false
    }

    /// The same version compressed is another representation, whose strong tag must differ (RFC 9110, 8.8.3.3). Conditions
    /// take either: they ask for the version.
    private static let compression = "-gzip"

    /// The tag of the compressed representation; `nil` for a weak one, which is good for both.
    static func compressed(_ field: String) -> String? {
        field.hasPrefix("\"") ? "\"\(value(field))\(compression)\"" : nil
    }

    /// What stands between the quotes, without the mark of compression.
    static func value(_ field: String) -> String {
        let value = field.drop { $0 != "\"" }.dropFirst().dropLast()
        return value.hasSuffix(compression) ? String(value.dropLast(compression.count)) : String(value)
    }
}
