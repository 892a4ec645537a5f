import Database
import TestDatabases
import Testing

/// Statements joined from fragments, and rows read by their types.
@Suite(.database) struct RowTests {
    struct Pet: ColumnGroup, Equatable {
        static let columns: SQLFragment = ["name", "legs"]
        var name: String
        var legs: Int64?

        init(name: String, legs: Int64?) {
            self.name = name
            self.legs = legs
        }

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            name = try columns.text()
            legs = try columns.optionalInteger()
        }
    }

    struct Owner: RowReadable, Equatable {
        var name: String
        var pet: Pet?
        var isHome: Bool

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            name = try columns.text()
            pet = try columns.optional()
            isHome = try columns.boolean()
        }
    }

    private static let pets: SQLFragment =
        "(values (1, 'Rex', 4), (2, 'Sissi', null)) as p (id, name, legs)"
    private static let all = RowStatement<Pet>(
        "select",
        Pet.columns.of("p"),
        "from",
        pets,
        "where p.id >= $1::integer order by p.id"
    )
    private static let owners = RowStatement<Owner>(
        "select o.name,",
        Pet.columns.of("p"),
        ", o.name = 'Eva' from (values ('Ann', 1), ('Eva', 9)) as o (name, pet_id) left join",
        pets,
        "on p.id = o.pet_id order by o.name"
    )
    private static let count = RowStatement<Int64>("select count(*) from generate_series(1, $1::bigint)")
    private static let missing = RowStatement<String?>("select null::text")
    private static let none = RowStatement<Int64>("select 1::bigint where $1::boolean")
    private static let wide = RowStatement<Pet>("select 'Rex', 4, true")
    private static let narrow = RowStatement<Pet>("select 'Rex'")
    private static let wrong = RowStatement<Pet>("select 'Rex' as name, 'three' as legs")

    @Test func `a statement is joined from its parts`() {
        #expect(
            Self.all.statement.sql == """
                select
                p.name, p.legs
                from
                (values (1, 'Rex', 4), (2, 'Sissi', null)) as p (id, name, legs)
                where p.id >= $1::integer order by p.id
                """
        )
        let columns: SQLFragment = ["id"] + Pet.columns.prefixed(by: "pet_")
        #expect(columns.of("o").text == "o.id, o.pet_name, o.pet_legs")
        #expect(columns.count == 3)
        #expect(
            SQLFragment(joining: "from pets p", "where p.legs > 2").text == "from pets p\nwhere p.legs > 2"
        )
        #expect(Statement("select 1") != Statement("select 1"))
    }

    @Test func `results come back as a tuple, each as its type`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            let (pets, owners, count) = try await pool.read(Self.all(1), Self.owners(), Self.count(7))
            let (rex, sissi) = (Pet(name: "Rex", legs: 4), Pet(name: "Sissi", legs: nil))
            #expect(try pets.all == [rex, sissi])
            #expect(pets.count == 2)
            #expect(try owners.all.map(\.name) == ["Ann", "Eva"])
            #expect(try owners.all.map(\.pet) == [rex, nil])
            #expect(try owners.all.map(\.isHome) == [false, true])
            #expect(try count.one == 7)
            #expect(try await pool.read(Self.all(2)).first == sissi)
            let written = try await pool.write(Self.count(3), Self.missing())
            #expect(try written.0.first == 3)
            #expect(try written.1.first == .some(nil))
            let none = try await pool.read(Self.none(false))
            #expect(none.isEmpty)
            #expect(try none.first == nil)
            #expect(throws: DatabaseError.decoding("no row")) { try none.one }
        }
    }

    @Test func `a row that does not fit its type is an error that says so`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            let (wide, narrow, wrong) = try await pool.read(Self.wide(), Self.narrow(), Self.wrong())
            #expect(throws: DatabaseError.decoding("2 columns were read from a row of 3")) {
                try wide.first
            }
            #expect(throws: DatabaseError.decoding("2 columns were read from a row of 1")) {
                try narrow.all
            }
            #expect(throws: DatabaseError.decoding("column legs is not of type integer")) { try wrong.first }
        }
    }
}
