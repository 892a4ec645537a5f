import Testing

@testable import HTTPServer

@Suite struct PeerAddressTests {
    @Test(arguments: [
        ("192.0.2.77", "192.0.2.77", "192.0.2.0"), ("::ffff:192.0.2.77", "192.0.2.77", "192.0.2.0"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::"), ("::1", "::", "::"),
    ])
    func `a network is a household, and a range a provider`(text: String, network: String, range: String)
        throws
    {
        let address = try #require(PeerAddress(text))
        #expect(address.network.description == network)
        #expect(address.range.description == range)
        #expect(address.range.range == address.range)
    }

    @Test func `an unknown address is its own range`() {
        #expect(PeerAddress(bytes: []).range.description == "unknown")
    }
}
