import FoundationEssentials
import Testing

/// The files of the checkout that these tests belong to.
enum Repository {
    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// - Parameter path: from the root of the checkout.
    static func text(_ path: String) throws -> String {
        String(
            decoding: try #require(FileManager.default.contents(atPath: "\(root)/\(path)"), "\(path)"),
            as: UTF8.self
        )
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

    /// Names of the files of one folder, sorted, that end in this.
    static func files(in folder: String, ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").filter {
            $0.hasSuffix(ending)
        }.sorted()
    }

    /// Names of the folders of one folder, sorted.
    static func folders(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").filter { name in
            var isFolder = false
            return FileManager.default.fileExists(atPath: "\(root)/\(folder)/\(name)", isDirectory: &isFolder)
                && isFolder
        }.sorted()
    }

    /// Paths below a folder, sorted, that end in this.
    static func tree(in folder: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").filter {
            $0.hasSuffix(ending)
        }.sorted()
    }

    /// Paths of all pages that people read.
    static func pages() throws -> [String] {
        let top = try files(in: "", ending: ".md")
        let folders = try ["docs", "docs/decisions", "Benchmarks"].flatMap { folder in
            try files(in: folder, ending: ".md").map { "\(folder)/\($0)" }
        }
        return top + folders
    }
}
