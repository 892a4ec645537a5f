import Database
import TestSupport
import Testing

@testable import Wagers

@Suite(.database) struct WagerSchemaTests {
    @Test func `every statement prepares against the migrated schema`() throws {
        let connection = try TestDatabase.current.owner
        for (index, statement) in WagerModule.statements.enumerated() {
            try connection.execute("prepare checked\(index) as \(statement.sql)")
        }
    }
}
