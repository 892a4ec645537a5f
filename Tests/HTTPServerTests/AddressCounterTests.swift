import Testing

@testable import HTTPServer

/// Connections are counted by network.
@Suite struct AddressCounterTests {
    private func peer(_ text: String) throws -> PeerAddress { try #require(PeerAddress(text)) }

    @Test func `the addresses of an IPv6 network share its limit, and IPv4 addresses do not`() throws {
        let counter = AddressCounter()
        var seats = try ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"].map {
            try #require(counter.seat(for: try peer($0), limit: 2))
        }
        #expect(counter.isFull(try peer("2001:db8:1:2::abcd"), limit: 2))
        #expect(counter.seat(for: try peer("2001:db8:1:2::abcd"), limit: 2) == nil)
        #expect(!counter.isFull(try peer("2001:db8:1:3::1"), limit: 2))
        seats.removeLast()
        #expect(!counter.isFull(try peer("2001:db8:1:2::abcd"), limit: 2))
        let four = try #require(counter.seat(for: try peer("192.0.2.1"), limit: 1))
        #expect(counter.isFull(four.peer, limit: 1))
        #expect(!counter.isFull(try peer("192.0.2.2"), limit: 1))
    }
}
