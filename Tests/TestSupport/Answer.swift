package import HTTPServer
package import ParlayAPI

/// What came back.
package struct Answer: Sendable, CustomStringConvertible {
    /// As the gateway hands it to the server.
    package let response: Response

    /// Whether it was made without a task; see `RequestHandler.begin`.
    package let isWithoutTask: Bool

    package init(_ response: Response, isWithoutTask: Bool = false) {
        self.response = response
        self.isWithoutTask = isWithoutTask
    }

    package var status: Int { response.status }
    package var headers: Headers { response.headers }
    package var body: [UInt8] { response.body.bytes }

    /// As it came over a wire.
    init(_ reply: RawReply) {
        var response = Response(status: reply.status, body: reply.body)
        for (name, value) in reply.headers { response.headers.add(name, value) }
        self.init(response)
    }

    package var text: String { String(decoding: body, as: UTF8.self) }
    package var description: String { "\(status) \(text)" }

    package func header(_ name: String) -> String? { headers[name] }

    package var json: JSONObject? { try? JSONParser.parseObject(body) }

    /// The member at the end of a path of keys.
    package subscript(keys: String...) -> JSONValue? {
        var value: JSONValue? = json.map { .object($0) }
        for key in keys { value = value?[key] }
        return value
    }

    /// The stable slug of a problem.
    package var code: String? { self["code"]?.text }

    /// The fields that a 422 complains about, sorted.
    package var faultyFields: [String] {
        guard case .object(let errors)? = self["errors"] else { return [] }
        return errors.keys.sorted()
    }

    package var items: [JSONValue] {
        guard case .array(let items)? = self["items"] else { return [] }
        return items
    }
}

extension JSONValue {
    package subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// Of an integer too.
    package var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number.double
        case .null, .bool, .string, .array, .object: nil
        }
    }

    package var integer: Int64? {
        guard case .integer(let integer) = self else { return nil }
        return integer
    }
}
