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

    private static func reader(_ query: String?) throws -> QueryReader {
        try QueryReader(head(query), allowing: ["n", "b", "t"])
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
        #expect(try reader.integer("n", 1...7) == 7)
        #expect(try reader.boolean("b") == true)
        #expect(try reader.text("t") == "a b cé")
        let empty = try Self.reader(nil)
        #expect(try empty.integer("n", 1...7) == nil)
        #expect(try empty.integers("n", 1...7) == nil)
        #expect(try empty.boolean("b") == nil)
    }

    @Test func `several integers come with commas or repeated`() throws {
        #expect(try Self.reader("n=1,2&n=3").integers("n", 1...3) == [1, 2, 3])
        for query in ["n=", "n=1,", "n=,1", "n=1,,2", "n=4", "n=+1", "n=1%2C%202", "n=a"] {
            #expect(Self.refused { _ = try Self.reader(query).integers("n", 1...3) } == "n", "\(query)")
        }
    }

    @Test(arguments: [
        "n=", "n=0", "n=8", "n=+1", "n=1.0", "n=1e0", "n= 1", "n=99999999999999999999", "n=1&n=1",
        "n=--1", "n=-",
    ])
    func `an integer that is malformed or out of range is refused`(_ query: String) {
        #expect(Self.refused { _ = try Self.reader(query).integer("n", 1...7) } == "n")
    }

    @Test(arguments: ["b=", "b=1", "b=TRUE", "b=yes", "b=true&b=true", "b"])
    func `a boolean is true or false and nothing else`(_ query: String) {
        #expect(Self.refused { _ = try Self.reader(query).boolean("b") } == "b")
    }

    @Test(arguments: ["t=", "t=abcd", "t=a%0Ab", "t=%7F", "t=a&t=b"])
    func `a text has a length, stands once and holds no control characters`(_ query: String) {
        #expect(Self.refused { _ = try Self.reader(query).text("t", lengths: 1...3) } == "t")
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
