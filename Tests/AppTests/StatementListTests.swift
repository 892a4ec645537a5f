import Database
import Foundation
import TestDatabases
import TestSupport
import Testing

@testable import App

/// A statement that no test prepares would fail at its first request.
@Suite(.database) struct StatementListTests {
    /// Where statements are made in the sources: `Wagers/WagerStore.swift:12`. Not those of `Database`, which begin and
    /// end transactions and cannot be prepared by name.
    private func made() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
            .standardizedFileURL
        let call = try Regex(#"(?:^|[^\w.])(?:Row)?Statement(?:<[^()]*>)?\("#)
        var origins: [String] = []
        for folder in ["Sources", "db"] {
            let files = try #require(
                FileManager.default.enumerator(
                    at: root.appending(path: folder),
                    includingPropertiesForKeys: nil
                )
            )
            for case let file as URL in files where file.pathExtension == "swift" {
                let path = file.standardizedFileURL.pathComponents.dropFirst(root.pathComponents.count)
                let target = folder == "db" ? "Schema" : path.dropFirst().first ?? ""
                guard target != "Database" else { continue }
                let lines = try String(contentsOf: file, encoding: .utf8).split(
                    separator: "\n",
                    omittingEmptySubsequences: false
                )
                for (index, line) in lines.enumerated() where line.firstMatch(of: call) != nil {
                    guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
                    origins.append("\(target)/\(file.lastPathComponent):\(index + 1)")
                }
            }
        }
        return origins
    }

    @Test func `every statement in the sources is in a list`() throws {
        let listed = Set(Features.statements.map(\.origin))
        let made = try made()
        #expect(made.count > 200)
        let unlisted = made.filter { !listed.contains($0) }
        #expect(unlisted.isEmpty, "\(unlisted.joined(separator: ", ")) stand in no list of statements")
        let unknown = listed.subtracting(made).sorted()
        #expect(unknown.isEmpty, "\(unknown.joined(separator: ", ")) were not found in the sources")
    }

    @Test func `every statement in a list prepares against the migrated schema`() throws {
        let connection = try TestDatabase.current.connect(as: .superuser)
        for (number, statement) in Features.statements.enumerated() {
            #expect(throws: Never.self, "\(statement.origin): \(statement.sql)") {
                try connection.execute("prepare s\(number) as \(statement.sql)")
            }
        }
    }
}
