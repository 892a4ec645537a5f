import ParlayAPI
import Testing

@testable import Accounts

/// What a discovery document says of beginning a sign-in.
@Suite struct IssuerAuthorizationTests {
    private static let endpoint = "https://id.example.org/authorize"

    private func read(_ members: JSONObject, endpoint: JSONValue = .string(endpoint)) -> IssuerAuthorization?
    {
        var document = members
        document.add("authorization_endpoint", endpoint)
        return IssuerAuthorization(document)
    }

    @Test func `an issuer is asked for a token, and with it for a code where it gives none alone`() throws {
        let types: [(JSONValue, String)] = [
            (["code", "id_token", "code id_token"], "id_token"), (["code"], "code id_token"),
            (["code", "code id_token"], "code id_token"), ([], "id_token"), ("code", "id_token"),
        ]
        for (supported, expected) in types {
            #expect(try #require(read(["response_types_supported": supported])).responseType == expected)
        }
        #expect(try #require(read([:])).responseType == "id_token")
    }

    @Test func `the scopes are those that the issuer has`() throws {
        let scopes: [(JSONValue, String)] = [
            (["openid", "email", "profile", "phone"], "openid email profile"),
            (["openid", "email", "name"], "openid email name"), (["openid"], "openid"),
            (["openid", "profile"], "openid profile"), ([], "openid email profile"),
        ]
        for (supported, expected) in scopes {
            #expect(try #require(read(["scopes_supported": supported])).scope == expected)
        }
    }

    @Test func `the endpoint is an https URL without a fragment`() {
        for good in [Self.endpoint, "https://id.example.org:8443/a?b=c", "https://[::1]/x"] {
            #expect(read([:], endpoint: .string(good))?.endpoint == good)
        }
        let bad: [JSONValue] = [
            "", "http://id.example.org/a", "https://a@id.example.org/", "https://id.example.org/#a",
            "javascript:alert(1)", "https://id.example.org/ b", .null, 1,
            .string("https://id.example.org/" + String(repeating: "a", count: 1_000)),
        ]
        for url in bad { #expect(read([:], endpoint: url) == nil, "\(url)") }
        #expect(IssuerAuthorization([:]) == nil)
    }

    @Test func `it is stored beside the keys, if there is room`() throws {
        let authorization = try #require(read([:]))
        let keys: JSONObject = ["keys": [["kty": "EC"]], "authorization": "the issuer's own", "x": 1]
        let bytes = try #require(authorization.beside(keys))
        let stored = try JSONParser.parseObject(bytes)
        #expect(stored["keys"] == keys["keys"] && stored["x"] == 1)
        #expect(IssuerAuthorization(besideKeys: stored) == authorization)
        // An issuer cannot write it there itself in another form.
        #expect(IssuerAuthorization(besideKeys: keys) == nil)
        let large: JSONObject = ["keys": [.string(String(repeating: "k", count: 65_500))]]
        #expect(authorization.beside(large) == nil)
    }
}
