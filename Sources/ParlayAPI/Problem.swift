/// The body of every error: `application/problem+json` (RFC 9457).
public struct Problem: Error, Hashable, Sendable {
    package static let mediaType = "application/problem+json"

    /// The status code of the answer, 400 or above.
    public var status: Int
    /// A stable slug, such as `wager_already_taken`.
    public var code: String
    /// A short title, the same for every occurrence.
    public var title: String
    /// A sentence for people about this occurrence.
    public var detail: String
    /// The value of the header `X-Request-Id`; `nil`, and absent, until the answer is made.
    public var requestID: String?
    /// The errors of each field; absent if no field is to blame.
    public var errors: FieldErrors?
    /// Further members, such as `status_code` or `parameter`. The names of the members above have no effect here.
    public var extensions: [String: JSONValue]

    /// Without `detail` the title is used, because clients may expect a detail.
    public init(
        status: Int,
        code: String,
        title: String,
        detail: String? = nil,
        requestID: String? = nil,
        errors: FieldErrors? = nil,
        extensions: [String: JSONValue] = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail ?? title
        self.requestID = requestID
        self.errors = errors
        self.extensions = extensions
    }

    /// Where the reference explains the code.
    public var type: String { "/docs/problems#\(code)" }

    package static let internalError = Problem(
        status: 500,
        code: "internal_error",
        title: "Internal error",
        detail: "Something went wrong on our side."
    )

    package static func malformedJSON(_ error: JSONSyntaxError) -> Problem {
        Problem(status: 400, code: "malformed_json", title: "Malformed JSON", detail: error.description)
    }

    package static func invalidFields(_ errors: FieldErrors) -> Problem {
        Problem(
            status: 422,
            code: "validation_failed",
            title: "Invalid fields",
            detail:
                "Some fields are not valid: \(errors.entries.prefix(5).map(\.path).joined(separator: ", ")).",
            errors: errors
        )
    }
}

extension BodyError {
    package var problem: Problem {
        switch self {
        case .malformed(let error): .malformedJSON(error)
        case .invalid(let errors): .invalidFields(errors)
        }
    }
}

extension Problem: Codable, JSONWritable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case type
        case title
        case status
        case detail
        case code
        case requestID = "request_id"
        case errors
    }

    private static let ownMembers = Set(CodingKeys.allCases.map(\.rawValue))

    private var furtherMembers: [(key: String, value: JSONValue)] {
        extensions.filter { !Self.ownMembers.contains($0.key) }.sorted { $0.key < $1.key }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decode(Int.self, forKey: .status)
        code = try container.decode(String.self, forKey: .code)
        title = try container.decode(String.self, forKey: .title)
        detail = try container.decode(String.self, forKey: .detail)
        requestID = try container.decodeIfPresent(String.self, forKey: .requestID)
        errors = try container.decodeIfPresent(FieldErrors.self, forKey: .errors)
        extensions = [:]
        let members = try decoder.container(keyedBy: JSONKey.self)
        for key in members.allKeys where !Self.ownMembers.contains(key.stringValue) {
            extensions[key.stringValue] = try members.decode(JSONValue.self, forKey: key)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(status, forKey: .status)
        try container.encode(detail, forKey: .detail)
        try container.encode(code, forKey: .code)
        try container.encodeIfPresent(requestID, forKey: .requestID)
        try container.encodeIfPresent(errors, forKey: .errors)
        var members = encoder.container(keyedBy: JSONKey.self)
        for (name, value) in furtherMembers { try members.encode(value, forKey: JSONKey(name)) }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.type, type)
            writer.member(CodingKeys.title, title)
            writer.member(CodingKeys.status, status)
            writer.member(CodingKeys.detail, detail)
            writer.member(CodingKeys.code, code)
            if let requestID { writer.member(CodingKeys.requestID, requestID) }
            if let errors { writer.member(CodingKeys.errors, errors) }
            for (name, value) in furtherMembers { writer.member(name, value) }
        }
    }
}
