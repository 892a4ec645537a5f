import Testing

/// That links between the pages of this repository lead somewhere.
@Suite struct LinkTests {
    /// The text without code.
    private static func prose(_ page: String) -> String {
        var isCode = false
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            if line.trimmingPrefix(/\s*/).hasPrefix("```") {
                isCode.toggle()
                return false
            }
            return !isCode && !line.hasPrefix("    ")
        }
        return lines.joined(separator: "\n").replacing(/`[^`]*`/, with: "")
    }

    /// As GitHub makes them of headlines.
    private static func anchors(_ page: String) -> [String] {
        var isCode = false
        return page.split(separator: "\n").compactMap { line in
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, let match = line.firstMatch(of: /^#{1,6} +(.+)$/) else { return nil }
            let letters = match.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            return letters.replacing(" ", with: "-")
        }
    }

    /// `docs/decisions/../errors.md` is `docs/errors.md`.
    private static func resolved(_ link: Substring, from page: String) -> String {
        var parts = page.split(separator: "/").dropLast()
        for part in link.split(separator: "/") {
            if part == ".." { parts = parts.dropLast() } else if part != "." { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    @Test func `every link to a file or a headline resolves`() throws {
        let pages = try Repository.pages()
        #expect(pages.count > 50)
        for page in pages {
            let text = try Repository.text(page)
            for match in Self.prose(text).matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains(":") {
                let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let target = parts[0].isEmpty ? page : Self.resolved(parts[0], from: page)
                guard Repository.exists(target) else {
                    Issue.record("\(page): there is no \(match.1)")
                    continue
                }
                guard parts.count > 1, target.hasSuffix(".md") else { continue }
                // The codes of errors.md are rows of a table, not headlines.
                let other = try Repository.text(target)
                let isThere =
                    Self.anchors(other).contains(String(parts[1])) || other.contains("`\(parts[1])`")
                #expect(isThere, "\(page): \(match.1) has no such headline")
            }
        }
    }
}
