import Schema
import Testing

@testable import App

/// Functions that are there for an earlier version say in their first line which version deletes them.
struct FunctionLifetimeTests {
    @Test func `no function has outlived the version that was to delete it`() throws {
        let version = Program.version.split { !$0.isNumber }.prefix(3).compactMap { Int($0) }
        for file in FunctionFile.all {
            guard let match = file.sql.prefixMatch(of: /-- Until (\d+)\.(\d+)\.(\d+)\.\n/) else { continue }
            let end = [match.output.1, match.output.2, match.output.3].compactMap { Int($0) }
            #expect(version.lexicographicallyPrecedes(end), "\(file.name) goes with this version")
        }
    }
}
