import Database
import TestDatabases
import Testing

@Suite(.database) struct SequenceTests {
    /// A promoted standby can have an unlogged sequence as a page of zeros.
    @Test func `every sequence is logged`() throws {
        let owner = try TestDatabase.current.owner
        let rows = try owner.query(
            """
            select relname::text, relpersistence = 'p'
              from pg_class
             where relkind = 'S' and relnamespace = 'parlay'::regnamespace
            """
        )
        #expect(rows.count > 5)
        for index in 0..<rows.count {
            let row = rows[index]
            let name = try row.text(0)
            #expect(try row.boolean(1), "\(name) is unlogged")
        }
    }
}
