import Database
import TestSupport
import Testing

@testable import Wagers

@Suite(.database) struct SocialStatementTests {
    @Test func `every statement prepares against the migrated schema`() throws {
        let connection = try TestDatabase.current.owner
        for (index, statement) in FriendParts.statements.enumerated() {
            #expect(throws: Never.self, "\(statement.sql)") {
                try connection.execute("prepare checked\(index) as \(statement.sql)")
            }
        }
    }
}
