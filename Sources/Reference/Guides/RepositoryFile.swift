internal import CDocuments

/// A file of the repository that was built into the program. `scripts/list-documents` lists them.
struct RepositoryFile: Sendable {
    /// From the root of the repository, such as `docs/backup.md`.
    let path: String
    private let index: Int

    static let all = (0..<document_count()).map {
        unsafe RepositoryFile(path: String(cString: document_at($0).path), index: $0)
    }

    /// The files in SVG and WebP that guides show.
    static let pictures = all.filter { $0.path.hasSuffix(".svg") || $0.path.hasSuffix(".webp") }

    /// - Returns: Nothing for a file that is not listed.
    static func bytes(_ path: String) -> [UInt8] { all.first { $0.path == path }?.bytes ?? [] }
    static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

    var bytes: [UInt8] {
        let document = unsafe document_at(index)
        return unsafe [UInt8](UnsafeBufferPointer(start: document.bytes, count: document.count))
    }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Where the server shows a picture, as guides in the same folder name it.
    var guidePath: String { "/docs/guides/" + path.dropFirst("docs/".count) }
}
