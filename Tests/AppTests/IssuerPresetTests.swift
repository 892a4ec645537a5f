import ParlayAPI
import Testing

@testable import App
@testable import Console

/// `oidc_issuers=google:ID`.
@Suite struct IssuerPresetTests {
    private static let google = "https://accounts.google.com"
    private static let apple = "https://appleid.apple.com"

    private static func entry(_ issuer: String, _ audiences: JSONValue, _ linksByEmail: Bool = false)
        -> JSONValue
    {
        ["issuer": .string(issuer), "audiences": audiences, "link_by_email": .bool(linksByEmail)]
    }

    @Test(
        arguments: [
            ("google:1.apps.example", [entry(google, ["1.apps.example"])]),
            (
                "Apple:com.example.app:com.example.web",
                [entry(apple, ["com.example.app", "com.example.web"])]
            ),
            (
                "google:1:2:link_by_email,apple:com.example.app",
                [entry(google, ["1", "2"], true), entry(apple, ["com.example.app"])]
            ),
        ] as [(String, JSONValue)]
    )
    func `a preset needs only the client ids`(_ text: String, _ value: JSONValue) throws {
        #expect(try IssuerPreset.value(text) == value)
    }

    @Test func `the client of the pages is marked`() throws {
        let value = try IssuerPreset.value("apple:com.example.app:web=com.example.web:link_by_email")
        let expected: JSONValue = [
            [
                "issuer": .string(Self.apple), "audiences": ["com.example.app", "com.example.web"],
                "link_by_email": true, "web_client_id": "com.example.web",
            ]
        ]
        #expect(value == expected)
    }

    @Test(arguments: [
        ("", "oidc_issuers=[]"), ("google:web=1:web=2", "one client id"), ("google:web=", "google:ID"),
        ("gogle:1", "Did you mean google?"), ("frob:1", "apple and google"),
        ("https://id.example.org", "Other issuers are given as JSON"), ("google", "google:ID"),
        ("google:", "google:ID"), ("google:1:", "google:ID"), ("google:link_by_email", "google:ID"),
        ("google:link_by_email:1", "comes last"), ("google:1,google:2", "google is given twice"),
        ("google:1,", "no issuer preset \"\""), (#"[{"issuer": "#, "not valid JSON"),
    ])
    func `a mistake is explained`(_ text: String, _ part: String) {
        #expect { try IssuerPreset.value(text) } throws: { "\($0)".contains(part) }
    }
}
