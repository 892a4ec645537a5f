import Testing

@testable import App
@testable import Console

/// `docs/operations.md` has the settings as they are declared.
@Suite struct SettingTableTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test func `the table in the docs is the one that the program prints`() throws {
        let text = try TextFile.read("\(Self.root)/docs/operations.md")
        let table = text.split(separator: "\n").drop { !$0.hasPrefix("| setting |") }.prefix {
            $0.hasPrefix("|")
        }
        #expect(
            table.joined(separator: "\n") == SettingTable.markdown,
            "replace it by what `parlay config --markdown` prints"
        )
    }

    @Test func `long values and origins stay readable at 80 columns`() throws {
        let environment = [
            "PARLAY_PORT_FILE": "/run/secrets/a-rather-long-directory/port",
            "DATABASE_URL": "postgresql://db/parlay",
        ]
        let configuration = try Configuration.read(environment: environment) { _ in "8081" }.configuration
        let text = SettingTable.text(configuration)
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(text.contains("from file /run/secrets/a-rather-long-directory/port"))
        for entry in Configuration.internalEntries { #expect(!text.contains(entry.variable)) }
    }
}
