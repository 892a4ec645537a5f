package import HTTPServer
package import ParlayAPI
package import Security

/// A request to a tenant's route. An immutable object, because it is handed on many times.
package final class Call: Sendable {
    package let request: Request
    package let session: Session
    /// Signs cursors and links.
    package var signer: Signer { admitted.shared.signer }
    let admitted: AdmittedRequest
    /// The body's value, if it was parsed before the call; see `AdmittedRequest.parsedBody`.
    private let parsedBody: Result<JSONValue, JSONSyntaxError>?
    private let readQuery: Result<QueryReader, TenancyError>

    /// - Parameter parameters: the query parameters that the route lists.
    init(
        request: Request,
        parsedBody: Result<JSONValue, JSONSyntaxError>? = nil,
        session: Session,
        admitted: AdmittedRequest,
        parameters: [RouteDescription.Parameter]
    ) {
        self.request = request
        self.parsedBody = parsedBody
        self.session = session
        self.admitted = admitted
        readQuery = Result { () throws(TenancyError) in try QueryReader(request.head, parameters) }
    }

    /// The query parameters that the route lists.
    ///
    /// - Throws: `TenancyError.badQuery` if the query has others or is malformed. The gateway has checked that
    ///   already, unless the route is `checkingQueryItself`.
    package var query: QueryReader { get throws(TenancyError) { try readQuery.get() } }

    package var tenant: Tenant { session.tenant }
    package var now: Timestamp { session.now }

    /// A path parameter declared as `{name:id}`.
    package func id<ID: RowID>(_ name: String, as type: ID.Type = ID.self) throws -> ID {
        guard let value = request.parameters.id(name) else {
            throw TenancyError.notFound("Not found.")
        }
        return ID(rawValue: value)
    }

    // MARK: Body

    /// The name in `Content-Type`, in lower case and without parameters.
    package var mediaType: String? { request.head.mediaType }

    /// The body's value; 400 if it is not JSON.
    package func value() throws -> JSONValue {
        do throws(JSONSyntaxError) {
            if let parsedBody { return try parsedBody.get() }
            return try JSONParser.parse(request.body, within: .requestBody)
        } catch {
            throw Problem.malformedJSON(error)
        }
    }

    /// The body's object; 400 if it is not a JSON object. `decode` checks its fields.
    package func object() throws -> JSONObject {
        guard case .object(let object) = try value() else { throw Problem.malformedJSON(.notAnObject) }
        return object
    }

    /// The body; 400 for bad syntax, 422 with all field errors.
    package func decode<Body: RequestBody>(
        _ type: Body.Type = Body.self,
        mode: BodyReader.Mode = .complete
    ) throws -> Body {
        let isAbsent = Body.mayBeAbsent && request.body.isEmpty
        return try decode(isAbsent ? JSONObject() : object(), as: type, mode: mode)
    }

    /// The fields of an object that was already parsed.
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

    /// The same with further checks: `check` refuses fields that cannot be judged alone, so that the answer names
    /// everything that is wrong at once. Refused fields are placeholders: ask `isValid` first.
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

    /// Refuses with 412 if `If-Match` does not name the row's tag.
    package func requireMatch(_ tag: String) throws {
        guard let condition = request.head.headers["If-Match"] else { return }
        guard EntityTag.matches(condition, tag, weakly: false) else {
            throw TenancyError.preconditionFailed(present: tag)
        }
    }

    /// The version that `If-Match` names, which must be the row's; `nil` if there is no condition.
    package func matchedVersion(_ version: Int64, tag: String) throws -> Int64? {
        try requireMatch(tag)
        return request.head.headers["If-Match"] == nil ? nil : version
    }

    /// Refuses with 412 a tag for something that has none; `*` is accepted.
    package func requireMatchOfUntagged() throws {
        guard let condition = request.head.headers["If-Match"] else { return }
        guard
            condition.split(separator: ",").contains(where: { $0.filter { $0 != " " && $0 != "\t" } == "*" })
        else {
            throw TenancyError.preconditionFailed(present: nil)
        }
    }

    /// Changes a row without a tag. If the call asks for a tag, the change is undone.
    package func changeUntagged<Value>(_ change: () async throws -> Value) async throws -> Value {
        guard request.head.headers["If-Match"] != nil else { return try await change() }
        return try await session.transaction {
            let value = try await change()
            try requireMatchOfUntagged()
            return value
        }
    }

    /// The base path of the tenant's links: `/v1/wordup/`.
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
    /// Whether a list such as `"a", W/"b"` or `*` contains the tag.
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

    /// A compressed answer is another representation, whose strong tag must differ (RFC 9110, 8.8.3.3). Conditions
    /// accept either, because they ask for the version.
    private static let compression = "-gzip"

    /// The tag of the compressed representation; `nil` for a weak tag, which is valid for both.
    static func compressed(_ field: String) -> String? {
        field.hasPrefix("\"") ? "\"\(value(field))\(compression)\"" : nil
    }

    /// The text between the quotes, without the suffix for compression.
    static func value(_ field: String) -> String {
        let value = field.drop { $0 != "\"" }.dropFirst().dropLast()
        return value.hasSuffix(compression) ? String(value.dropLast(compression.count)) : String(value)
    }
}
