import Components
import Database
import TestDatabases
import Testing

@Suite(.database) struct StatementTests {
    @Test func `every statement prepares against the migrated schema`() throws {
        let connection = try TestDatabase.current.connect(as: .superuser)
        for (number, statement) in [Component].common.flatMap(\.allStatements).enumerated() {
            #expect(throws: Never.self, "\(statement.sql)") {
                try connection.execute("prepare s\(number) as \(statement.sql)")
            }
        }
    }
}
