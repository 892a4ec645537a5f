/// A language that people may practise.
public struct Language: Codable, Hashable, Sendable, JSONWritable {
    /// ISO 639-1
    public var code: String
    /// In English.
    public var name: String
    public var nativeName: String

    public init(code: String, name: String, nativeName: String) {
        self.code = code
        self.name = name
        self.nativeName = nativeName
    }

    enum CodingKeys: String, CodingKey {
        case code
        case name
        case nativeName = "native_name"
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.code, code)
            writer.member(CodingKeys.name, name)
            writer.member(CodingKeys.nativeName, nativeName)
        }
    }
}
