/// A page of `docs/decisions` that the server shows below `/docs/decisions/`.
struct DecisionFile: Sendable {
    /// Without its ending, such as `0001-record-decisions`.
    let name: String
    let text: [UInt8]

    init(_ name: String, _ text: [UInt8]) {
        self.name = name
        self.text = text
    }

    /// The path of the index.
    static let folder = "/docs/decisions"

    var path: String { "\(Self.folder)/\(name)" }
    /// From the root of the repository.
    var file: String { "docs/decisions/\(name).md" }

    /// Its first line: `1. Costly choices get a page`.
    var title: String {
        String(
            decoding: text.prefix { $0 != UInt8(ascii: "\n") }.drop { $0 == UInt8(ascii: "#") }.dropFirst(),
            as: UTF8.self
        )
    }
}
