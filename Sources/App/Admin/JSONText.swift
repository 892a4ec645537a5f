internal import Jobs
internal import ParlayAPI

/// What `--json` prints.
enum JSONText {
    static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        value.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func array(_ values: [JSONValue]) -> String { text(.array(values)) }

    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members { _ = object.add(name, value) }
        return .object(object)
    }

    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    static func job(_ job: JobAdmin.Entry) -> JSONValue {
        let payload = job.payload.flatMap { try? JSONParser.parse(Array($0.utf8)) }
        return object([
            ("id", .integer(job.id)), ("tenant_id", .integer(job.tenantID)), ("kind", .string(job.kind)),
            ("state", .string(job.state)), ("attempt", .integer(Int64(job.attempt))),
            ("maximum_attempts", .integer(Int64(job.maximumAttempts))),
            ("at", .string(Timestamp(milliseconds: job.at).description)), ("payload", payload ?? .null),
            ("last_error", optional(job.lastError)), ("stack", optional(job.stack)),
        ])
    }
}
