/// A page of `docs/decisions` that the server shows below `/docs/decisions/`.
struct DecisionFile: Sendable {
    /// Without its ending, such as `0001-record-decisions`.
    let name: String
    let text: String

    /// By their numbers.
    static let all = RepositoryFile.all.compactMap { file in
        file.path.hasPrefix("docs/decisions/") && file.path != indexFile ? DecisionFile(file) : nil
    }

    /// From the root of the repository.
    static let indexFile = "docs/decisions/README.md"
    /// The path of the index.
    static let folder = "/docs/decisions"

    private init(_ file: RepositoryFile) {
        name = String(file.path.dropFirst("docs/decisions/".count).dropLast(".md".count))
        text = file.text
    }

    var path: String { "\(Self.folder)/\(name)" }
    /// From the root of the repository.
    var file: String { "docs/decisions/\(name).md" }

    /// Its first line: `1. Costly choices get a page`.
    var title: String { String(text.prefix { $0 != "\n" }.drop { $0 == "#" }.dropFirst()) }
}
