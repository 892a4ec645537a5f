import Testing

@testable import App
@testable import Console

/// `docs/settings.md` has the settings as they are declared.
@Suite struct SettingTableTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test func `the page in the docs is the one that the program prints`() throws {
        let page = try TextFile.read("\(Self.root)/docs/settings.md")
        #expect(page == SettingTable.markdown + "\n", "replace it by what `parlay config --markdown` prints")
    }

    @Test func `the page has every setting once, and no internal one`() {
        let rows = SettingTable.markdown.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let names = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(names.sorted() == Configuration.entries.map(\.variable).sorted())
        for entry in Configuration.internalEntries {
            #expect(!SettingTable.markdown.contains(entry.variable))
        }
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
