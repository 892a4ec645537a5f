import Testing

@testable internal import HTTPServer

@Suite struct HostFieldTests {
    @Test(arguments: [
        "", "a", "example.org", "EXAMPLE.org.", "a:8080", "a:", "192.0.2.1:80", "[::1]", "[2001:db8::1]:443",
        "xn--bcher-kva.example", "under_score", "a%20b",
    ])
    func `a host is taken`(value: String) { #expect(HostField.isValid(value)) }

    @Test(arguments: [
        "a b", "a/b", "a?b", "a#b", "a@b", "a:b", "a:1:2", "a:123456", "[::1", "[::1]x", "[nonsense]", "::1",
        "a\\b",
        "a%2", "a%zz", "bücher.example", "a\"b", "<a>", "a,b c", "[]",
    ])
    func `what is no host is refused`(value: String) { #expect(!HostField.isValid(value)) }
}
