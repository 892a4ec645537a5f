import Testing

@testable import Outbound

/// The rule that keeps URLs from outside away from what is inside.
@Suite struct AddressRuleTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1",
        "127.255.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.9",
        "192.88.99.1",
        "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "127.1", "0x7f.1", "2130706433", "017700000001",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::1", "100::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "2001::1",
        "2001:10::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "4000::1", "[::1]", "[fe80::1%25lo]",
    ])
    func `an address that is not globally reachable is refused`(_ host: String) {
        #expect(AddressRule.publicOnly.permits(host: host) == false)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255",
        "128.0.0.1", "169.253.0.1", "172.15.255.255", "172.32.0.1", "192.0.1.1", "192.167.0.1", "192.169.0.1",
        "198.17.0.1", "198.20.0.1", "223.255.255.255", "2001:200::1", "2001:4860:4860::8888",
        "2606:4700::1111",
        "2a00:1450::1", "3ffe::1", "[2a00:1450::1]",
    ])
    func `a public address is permitted`(_ host: String) {
        #expect(AddressRule.publicOnly.permits(host: host) == true)
        #expect(AddressRule.publicAndLoopback.permits(host: host) == true)
    }

    @Test func `loopback and nothing else is added for development`() {
        for host in ["127.0.0.1", "127.9.9.9", "::1", "[::1]"] {
            #expect(AddressRule.publicAndLoopback.permits(host: host) == true, "\(host)")
        }
        for host in ["10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "fe80::1", "0.0.0.0"] {
            #expect(AddressRule.publicAndLoopback.permits(host: host) == false, "\(host)")
            #expect(AddressRule.any.permits(host: host) == true, "\(host)")
        }
    }

    @Test func `a name says nothing, and an address of another family is refused`() {
        #expect(AddressRule.publicOnly.permits(host: "localhost") == nil)
        #expect(AddressRule.publicOnly.permits(host: "example.org") == nil)
        #expect(!AddressRule.any.permits([]))
        #expect(!AddressRule.any.permits([1, 2, 3]))
    }

    @Test func `a URL is parsed, and only absolute http URLs are valid`() {
        let url = OutboundURL("https://Example.org/hook?x=1")
        #expect(url?.isSecure == true)
        #expect(url?.host == "Example.org")
        #expect(url?.port == 443)
        #expect(url?.hasCredentials == false)
        #expect(OutboundURL("http://[::1]:8080/")?.port == 8080)
        #expect(OutboundURL("https://ada:secret@example.org/")?.hasCredentials == true)
        for text in [
            "", "example.org", "//example.org/", "ftp://example.org/", "file:///etc/passwd", "https://",
        ] {
            #expect(OutboundURL(text) == nil, "\(text)")
        }
    }
}
