import FoundationEssentials
import Testing

/// That the folders of a target build on each other in one direction.
@Suite struct FolderTests {
    /// Targets whose folders refer to each other. Take one off when it is fixed, and add none.
    private static let remaining: Set<String> = ["ParlayAPI", "ParlayClient", "Reference"]

    private struct File {
        let folder: String
        let name: String
        let code: String
    }

    @Test func `no folders of a target refer to each other in a circle`() throws {
        var count = 0
        for target in try Repository.folders(in: "Sources") where target != "C" {
            let files = try Self.files(of: target)
            let edges = Self.references(among: files)
            count += edges.count
            let circle = Self.circle(in: edges)
            #expect(
                circle.isEmpty != Self.remaining.contains(target),
                "\(target): \(circle.joined(separator: " → "))"
            )
        }
        #expect(count > 10)
    }

    private static func files(of target: String) throws -> [File] {
        try Repository.tree(in: "Sources/\(target)", ending: ".swift").map { path in
            let parts = path.split(separator: "/")
            let text = try Repository.text("Sources/\(target)/\(path)")
            // Without comments and text, in which other words stand.
            let code =
                text
                .replacing(/"""[\s\S]*?"""/, with: "")
                .replacing(/\/\/[^\n]*/, with: "")
                .replacing(/"[^"\n]*"/, with: "")
            return File(
                folder: parts.dropLast().joined(separator: "/"),
                name: String(parts.last ?? ""),
                code: code
            )
        }
    }

    /// From each folder to those whose types it names, with one example each.
    private static func references(among files: [File]) -> [String: [String: String]] {
        let declaration =
            /(?m)^(?:@\w+ )*(?:package |public |final |indirect )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/
        var folders: [Substring: String] = [:]
        for file in files {
            for match in file.code.matches(of: declaration) { folders[match.1] = file.folder }
        }
        var edges: [String: [String: String]] = [:]
        // The value of a component lists what is in all of its folders.
        for file in files where !file.name.hasSuffix("Component.swift") {
            for match in file.code.matches(of: /(^|[^.\w])([A-Z]\w+)/) {
                guard let folder = folders[match.2], folder != file.folder else { continue }
                edges[file.folder, default: [:]][folder] = "\(file.name): \(match.2)"
            }
        }
        return edges
    }

    /// The references of one circle; empty when there is none.
    private static func circle(in edges: [String: [String: String]]) -> [String] {
        var done: Set<String> = []
        func search(_ folder: String, _ path: [String]) -> [String] {
            if let start = path.firstIndex(of: folder) {
                let circle = path[start...] + [folder]
                return zip(circle, circle.dropFirst()).map { from, to in edges[from]?[to] ?? "" }
            }
            guard !done.contains(folder) else { return [] }
            for next in (edges[folder] ?? [:]).keys.sorted() {
                let found = search(next, path + [folder])
                if !found.isEmpty { return found }
            }
            done.insert(folder)
            return []
        }
        for folder in edges.keys.sorted() {
            let found = search(folder, [])
            if !found.isEmpty { return found }
        }
        return []
    }
}
