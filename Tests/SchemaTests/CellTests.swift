import Database
import TestDatabases
import Testing

/// What lets tenants move between the databases of an installation (its cells); see decision 70.
@Suite(.database) struct CellTests {
    private func newIDs(_ owner: BlockingConnection, _ slugs: String...) throws -> [Int64] {
        try slugs.map { slug in
            try owner.query(
                "insert into tenants (slug, name) values ($1, 'A tenant') returning id",
                .text(slug)
            )[0]
            .integer(0)
        }
    }

    @Test func `ids of tenants are unique over cells`() throws {
        let owner = try TestDatabase.current.owner
        try owner.execute("call number_cell(7)")
        #expect(try newIDs(owner, "one", "two", "three") == [7, 1007, 2007])
        try owner.execute("delete from tenants; call number_cell(1000)")
        #expect(try newIDs(owner, "one", "two", "three") == [1000, 2000, 3000])
    }

    @Test func `a database that has no number is the first cell`() throws {
        #expect(try newIDs(try TestDatabase.current.owner, "one", "two") == [1, 1001])
    }

    @Test(arguments: [0, 1001, -1]) func `a cell has a number from 1 to 1000`(_ number: Int) throws {
        let failure = #expect(throws: DatabaseError.self) {
            try TestDatabase.current.owner.execute("call number_cell(\(number))")
        }
        #expect(failure?.sqlState?.rawValue == "22023")
    }

    @Test func `a database with tenants keeps its number, and the front cannot change it`() throws {
        let database = try TestDatabase.current
        let refused = #expect(throws: DatabaseError.self) {
            try database.connect(as: .front).execute("call number_cell(2)")
        }
        #expect(refused?.sqlState == .insufficientPrivilege)
        let owner = try database.owner
        _ = try newIDs(owner, "one")
        let late = #expect(throws: DatabaseError.self) { try owner.execute("call number_cell(2)") }
        #expect(late?.sqlState?.rawValue == "55000")
    }
}
