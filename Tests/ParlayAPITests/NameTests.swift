import ParlayAPI
import Testing

@Suite struct NameTests {
    @Test(arguments: [
        "Ann", "Ann\u{301}", "O'Neill", "Мария", "李", "محمد", "נועה", "ᑭᓇ", "👩🏽‍🚀", "a\u{200D}b", "a\u{200F}",
        "\"<&>\"", "x y",
    ])
    func `names of people everywhere are taken`(_ name: String) {
        #expect(NameRule.violation(of: name) == nil)
    }

    @Test(arguments: [
        "a\nb", "a\tb", "a\rb", "a\u{0}b", "\u{7F}a", "a\u{85}", "a\u{2028}b", "a\u{2029}", "\u{202A}a",
        "a\u{202B}", "a\u{202C}",
        "a\u{202D}", "a\u{202E}txt", "\u{2066}a", "a\u{2067}", "a\u{2068}", "a\u{2069}", "\u{200B}",
        "\u{200D}\u{FEFF}", "\u{2060}",
        "\u{AD}", "\u{200E} \u{200F}", "\u{3164}",
    ])
    func `what breaks a line, turns its direction or shows nothing is no name`(_ name: String) {
        #expect(NameRule.violation(of: name) != nil)
    }

    @Test func `a body's names are held to it, and other texts are not`() throws {
        func faults(_ first: String, _ last: String, _ bio: String) -> [String] {
            let body: JSONObject = [
                "username": "ann", "password": "tango under the rain", "email": "ann@example.org",
                "first_name": .string(first), "last_name": .string(last), "bio": .string(bio),
            ]
            do {
                _ = try Registration.decode(body, modules: [])
                return []
            } catch {
                return error.entries.map(\.path)
            }
        }
        #expect(faults("Ann", "", "two\nlines\u{202E}") == [])
        #expect(faults("Ann\n", "\u{202E}", "a") == ["first_name", "last_name"])
        #expect(faults("\u{200B}", "\u{200B}", "a") == ["first_name", "last_name"])
        let device: JSONObject = ["username": "a", "password": "b", "device": "x\ny"]
        #expect(throws: FieldErrors.self) { try Credentials.decode(device) }
        let draft: JSONObject = ["name": "Rain\u{2066} tomorrow", "amount_cents": 5, "category": "Other"]
        #expect(throws: FieldErrors.self) { try WagerDraft.decode(draft) }
    }

    @Test(arguments: [
        "ann@example.org", "a.b+c@sub.example.co", "o'neill@x-y.z1", "!#$%&'*+-/=?^_`{|}~@a.b", "1@2.3",
        String(repeating: "a", count: 64) + "@example.org",
    ])
    func `an address that mail can be sent to is taken`(_ text: String) {
        #expect(EmailAddress.isValid(text))
    }

    @Test(arguments: [
        "", "ann", "@example.org", "ann@", "ann@example", "a@b@c.d", "a b@c.d", ".a@b.c", "a.@b.c",
        "a..b@c.d", "\"a\"@b.c", "a@b..c",
        "a@.b.c", "a@b.c.", "a@-b.c", "a@b-.c", "a@b_c.d", "a@b.c/x", "jörg@b.c", "a@bücher.example",
        "a@[192.0.2.1]", "a@b.c\n",
        "a,b@c.d", "a(b)@c.d", "<a@b.c>", String(repeating: "a", count: 65) + "@example.org",
        "a@" + String(repeating: "b", count: 64) + ".org", "a@" + String(repeating: "b.", count: 130) + "org",
    ])
    func `what mail cannot be sent to is no address`(_ text: String) { #expect(!EmailAddress.isValid(text)) }

    @Test(arguments: [
        ("https://a.example/hook", true), ("http://10.0.0.1:8080", true), ("https://[::1]:1024/x?y#z", true),
        ("https://user:secret@a.example", true), ("https:///hook", false), ("https://", false),
        ("https://?x", false),
        ("https://#x", false), ("https://:443/", false), ("https://@/x", false), ("https://user@/x", false),
        ("https://./x", false), ("https://a b", false), ("ftp://a.example", false), ("a.example", false),
        ("https://a.example:/x", false), ("https://a.example:x/", false), ("https://[::1", false),
        ("https://\\a/b", false),
        ("https://a%2Eexample/", false),
    ])
    func `a web address has a host`(_ text: String, _ isOne: Bool) {
        #expect(WebAddress.isAbsolute(text) == isOne)
    }
}
