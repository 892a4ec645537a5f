/// A language that people may practise.
public struct Language: Resource, Hashable {
    /// ISO 639-1
    public var code: String
    /// In English.
    public var name: String
    /// In the language itself, such as `Español`.
    public var nativeName: String

    public init(code: String, name: String, nativeName: String) {
        self.code = code
        self.name = name
        self.nativeName = nativeName
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("code", &code, "ISO 639-1.")
        object.member("name", &name, "The name in English.")
        object.member("native_name", &nativeName, "The name in the language itself.")
    }
}

extension Language {
    package static var schemaSummary: String { "A language that people can practise." }

    package static var example: Language { Language(code: "es", name: "Spanish", nativeName: "Español") }
}
