import Testing

/// That the table of targets in `docs/architecture.md` is that of `Package.swift`.
@Suite struct ArchitectureTests {
    private struct Declaration {
        let name: String
        /// The text of the declaration, up to the next one.
        let text: Substring
    }

    /// Targets of the library and of the executable, without those of tests.
    private static func declarations() throws -> [Declaration] {
        let package = try Repository.text("Package.swift")
        let start = try #require(package.firstRange(of: "let features = [")).upperBound
        let list = package[start...]
        let names = list.matches(
            of:
                /(?:systemLibrary\(|\btarget\(|\bfeature\(|\.(?:target|executableTarget)\(\s*name:|(?:\btests\(of:|\.testTarget\(\s*name:))\s*"(\w+)"/
        )
        var found: [Declaration] = []
        for (index, match) in names.enumerated() {
            let end = index + 1 < names.count ? names[index + 1].range.lowerBound : list.endIndex
            let isTest =
                match.0.contains("tests(of:") || match.0.contains(".testTarget(") || match.1 == "TestSupport"
            if !isTest {
                let text = list[match.range.upperBound..<end]
                let own = text.firstRange(of: "let package").map { text[..<$0.lowerBound] } ?? text
                found.append(Declaration(name: String(match.1), text: own))
            }
        }
        return found
    }

    /// Names in the order of the table, with their rows.
    private static func table() throws -> [(name: String, row: Int)] {
        let page = try Repository.text("docs/architecture.md")
        let start = try #require(page.firstRange(of: "| layer | targets |\n|---|---|\n")).upperBound
        let rows = page[start...].split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        .prefix { $0.hasPrefix("|") }
        return rows.enumerated().flatMap { index, row in
            row.matches(of: /`(\w+)`/).map { (String($0.1), index) }
        }
    }

    @Test func `every target is in the table, and the table has no other`() throws {
        let table = try Self.table().map(\.name)
        let declared = try Self.declarations().map(\.name)
        #expect(declared.count > 20)
        #expect(table.filter { !declared.contains($0) } == [], "in the table and not in Package.swift")
        #expect(declared.filter { !table.contains($0) } == [], "in Package.swift and not in the table")
        #expect(Set(table).count == table.count, "a target is in the table twice")
    }

    @Test func `targets depend only on those above them in the table`() throws {
        let table = try Self.table()
        let places = Dictionary(table.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for declaration in try Self.declarations() {
            let place = try #require(places[declaration.name])
            let dependencies = declaration.text.matches(of: /"(\w+)"/).map { String($0.1) }
            for dependency in dependencies where dependency != declaration.name {
                guard let other = places[dependency] else { continue }
                #expect(other < place, "\(declaration.name) depends on \(dependency)")
            }
        }
    }
}
