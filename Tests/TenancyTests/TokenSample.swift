import Security

enum TokenSample {
    /// A well-formed token that nobody has.
    static func unknown() async throws -> String { try TokenSecret.generate().text }
}
