import HTTPServer
import ParlayAPI
import Tenancy
import Testing

@Suite struct QueryReaderTests {
    private static func head(
        _ query: String?,
        peer: String = "192.0.2.1",
        forwarded: [String] = []
    ) -> RequestHead {
        var headers = Headers()
        for value in forwarded { headers.add("X-Forwarded-For", value) }
        return RequestHead(
            methodName: "GET",
            path: "/",
            query: query,
            headers: headers,
            peer: PeerAddress(peer) ?? PeerAddress(bytes: []),
            id: "test",
            contentLength: nil,
            isChunked: false
        )
    }

    private static let number = QueryField.integer("n", 1...7, "")
    private static let numbers = QueryField.integers("n", 1...3, "")
    private static let boolean = QueryField.boolean("b", "")
    private static let text = QueryField.text("t", 1...3, "")
    private static let words = QueryField.text("t", "")

    /// Lists them all: who reads one decides which of the two that have its name.
    private static func reader(_ query: String?) throws -> QueryReader {
        let parameters = [number.parameter, numbers.parameter, boolean.parameter, text.parameter]
        return try QueryReader(head(query), parameters + [words.parameter])
    }

    /// The parameter that is complained about.
    private static func refused(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            guard case TenancyError.badQuery(let parameter, _) = error else { return "\(error)" }
            return parameter
        }
    }

    @Test func `values are read`() throws {
        let reader = try Self.reader("n=7&b=true&t=a+b%20c%C3%A9")
        #expect(try reader[Self.number] == 7)
        #expect(try reader[Self.boolean] == true)
        #expect(try reader[Self.words] == "a b cé")
        let empty = try Self.reader(nil)
        #expect(try empty[Self.number] == nil)
        #expect(try empty[Self.numbers] == nil)
        #expect(try empty[Self.boolean] == nil)
    }

    @Test func `an absent parameter has its default, or is refused`() throws {
        let limited = Self.number.defaulting(to: 5)
        let needed = Self.text.required("Say what.")
        let reader = try QueryReader(Self.head(nil), [limited.parameter, needed.parameter])
        #expect(try reader[limited] == 5)
        #expect(throws: TenancyError.badQuery(parameter: "t", reason: "Say what.")) { try reader[needed] }
        #expect(limited.parameter.field.defaultValue == 5)
        #expect(!limited.parameter.field.isRequired && needed.parameter.field.isRequired)
        let even = Self.number.converted("n must be even.") { $0.isMultiple(of: 2) ? $0 / 2 : nil }
        #expect(try QueryReader(Self.head("n=6"), [even.parameter])[even] == 3)
        #expect(throws: TenancyError.badQuery(parameter: "n", reason: "n must be even.")) {
            try QueryReader(Self.head("n=7"), [even.parameter])[even]
        }
    }

    @Test func `a field that the route does not list cannot be read`() throws {
        let reader = try QueryReader(Self.head(nil), [Self.number.parameter])
        #expect(try reader[Self.number] == nil)
        #expect(throws: UnlistedQueryField.self) { try reader[Self.boolean] }
        // The name alone is not enough: the checks and the description would differ.
        #expect(throws: UnlistedQueryField.self) { try reader[Self.numbers] }
    }

    private enum Side: String, CaseIterable { case left, right }

    @Test func `choices come in the order of the cases, and of one there is one`() throws {
        let sides = QueryField.choices("n", of: Side.self, "")
        let side = QueryField.choice("n", of: Side.self, "")
        func reader(_ query: String) throws -> QueryReader {
            try QueryReader(Self.head(query), [sides.parameter, side.parameter])
        }
        #expect(try reader("n=right,left&n=right")[sides] == [.left, .right])
        #expect(try reader("n=right")[side] == .right)
        for query in ["n=", "n=up", "n=left,right", "n=left&n=left"] {
            #expect(Self.refused { _ = try reader(query)[side] } == "n", "\(query)")
        }
        #expect(sides.parameter.field.choices == ["left", "right"])
    }

    @Test func `several integers come with commas or repeated`() throws {
        #expect(try Self.reader("n=1,2&n=3")[Self.numbers] == [1, 2, 3])
        for query in ["n=", "n=1,", "n=,1", "n=1,,2", "n=4", "n=+1", "n=1%2C%202", "n=a", "n=1,%D9%A3"] {
            #expect(Self.refused { _ = try Self.reader(query)[Self.numbers] } == "n", "\(query)")
        }
    }

    @Test(arguments: [
        "n=", "n=0", "n=8", "n=+1", "n=1.0", "n=1e0", "n= 1", "n=99999999999999999999", "n=1&n=1",
        "n=--1", "n=-", "n=%D9%A3", "n=%EF%BC%93", "n=%C2%BD", "n=3%CC%81",
    ])
    func `an integer that is malformed or out of range is refused`(_ query: String) {
        #expect(Self.refused { _ = try Self.reader(query)[Self.number] } == "n")
    }

    @Test(arguments: ["b=", "b=1", "b=TRUE", "b=yes", "b=true&b=true", "b"])
    func `a boolean is true or false and nothing else`(_ query: String) {
        #expect(Self.refused { _ = try Self.reader(query)[Self.boolean] } == "b")
    }

    @Test(arguments: ["t=", "t=abcd", "t=a%0Ab", "t=%7F", "t=a&t=b"])
    func `a text has a length, is given once and contains no control characters`(_ query: String) {
        #expect(Self.refused { _ = try Self.reader(query)[Self.text] } == "t")
    }

    @Test func `an unknown parameter is named, and a malformed query refused`() {
        #expect(Self.refused { _ = try Self.reader("n=1&zz=1") } == "zz")
        #expect(Self.refused { _ = try Self.reader("N=1") } == "N")
        for query in ["n=%", "n=%00", "n=%4", "n=%zz", "n=%FF"] {
            #expect(Self.refused { _ = try Self.reader(query) } == "n", "\(query)")
        }
        #expect(Self.refused { _ = try Self.reader("zz=1&n=%FF&%FF=2") } == "n")
        #expect(Self.refused { _ = try Self.reader("%FF=2") } == "", "a name that cannot be read")
    }

    @Test func `the client is the right-most address that is no trusted proxy`() throws {
        let proxies = TrustedProxies(["10.0.0.0/30", "2001:db8::1"].compactMap { PeerNetwork($0) })
        func client(_ peer: String, _ forwarded: String...) -> String {
            proxies.client(of: Self.head(nil, peer: peer, forwarded: forwarded)).description
        }
        #expect(client("192.0.2.1", "203.0.113.9") == "192.0.2.1", "a stranger's header is not believed")
        #expect(client("10.0.0.1") == "10.0.0.1")
        #expect(client("10.0.0.1", "203.0.113.9") == "203.0.113.9")
        #expect(
            client("10.0.0.1", "198.51.100.1, 203.0.113.9") == "203.0.113.9",
            "the left is the client's invention"
        )
        #expect(client("10.0.0.1", "203.0.113.9, 10.0.0.2") == "203.0.113.9")
        #expect(client("10.0.0.1", "198.51.100.1", "203.0.113.9,10.0.0.2") == "203.0.113.9")
        #expect(client("2001:db8::1", "[2001:db8::7]:4711") == "2001:db8::7")
        #expect(client("10.0.0.1", "203.0.113.9:4711") == "203.0.113.9")
        #expect(client("10.0.0.1", "10.0.0.2") == "10.0.0.1", "proxies alone")
        #expect(
            client("10.0.0.1", "203.0.113.9, unknown") == "10.0.0.1",
            "nothing left of nonsense is believed"
        )
        #expect(client("10.0.0.1", "") == "10.0.0.1")
        #expect(
            TrustedProxies().client(of: Self.head(nil, forwarded: ["203.0.113.9"])).description == "192.0.2.1"
        )
    }

    @Test(arguments: [
        ("\"a\"", true, true), ("W/\"a\"", false, true), ("\"b\", \"a\"", true, true), ("*", true, true),
        ("\"b\",W/\"a\"", false, true), ("a", false, false), ("\"b\"", false, false), ("", false, false),
        ("\"a", false, false), ("w/\"a\"", false, false), ("\"A\"", false, false), ("\t\"a\" ", true, true),
    ])
    func `entity tags compare strongly and weakly`(_ condition: String, _ strong: Bool, _ weak: Bool) {
        #expect(EntityTag.matches(condition, "a", weakly: false) == strong)
        #expect(EntityTag.matches(condition, "a", weakly: true) == weak)
    }
}
