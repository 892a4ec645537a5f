import Security
import Testing

@Suite struct PasswordPolicyTests {
    private static let tooCommon = ["The password is too common."]
    private static let tooPlain = ["The password must have at least 5 different characters."]
    private static let theWord = ["The password must not be \u{201C}password\u{201D}."]
    private static let theUsername = ["The password must not be the username."]
    private static let theEmail = ["The password must not be the email address or its first part."]

    private func violations(
        _ password: String,
        minimumLength: Int = 8,
        username: String? = "alice.walker",
        email: String? = "a.walker@example.org"
    ) -> [String] {
        PasswordPolicy.violations(
            password: password,
            minimumLength: minimumLength,
            username: username,
            email: email
        )
    }

    @Test(arguments: [
        "correct horse battery", "correct horse", "xkcd-936!", "my password is long", "password of the day",
        "alice.walker2", "not a.walker@example.org", "@example.org", "Grüße 🎲!", "aaaaaaaabcde",
    ])
    func `a password that nobody would guess first is accepted`(password: String) {
        #expect(violations(password).isEmpty)
    }

    @Test func `the length counts in Unicode scalars`() {
        #expect(violations("vq7-zt2") == ["The password is too short; the minimum length is 8."])
        #expect(violations("vq7-zt2x").isEmpty)
        #expect(violations("🎲🂡🀄🎯🎱🎳🎮").count == 1)
        #expect(violations("🎲🂡🀄🎯🎱🎳🎮🎰").isEmpty)
        #expect(violations("e\u{301}a\u{301}o\u{301}u\u{301}").isEmpty)
        #expect(violations("vq7-zt2xvq7-", minimumLength: 13).count == 1)
        #expect(violations("", minimumLength: 1).count == 2)
    }

    @Test(arguments: ["aaaaaaaa", "12121212", "aabbccddaabb", "ééééééééé", "        ", "🎲🎲🎲🎲abcabc"])
    func `four different characters or fewer are too few`(password: String) {
        #expect(violations(password) == Self.tooPlain)
        #expect(violations(password + "xyz!9").isEmpty)
    }

    @Test func `more than 1,024 bytes are too many`() {
        #expect(violations(String(repeating: "é", count: 508) + "äöüß").isEmpty)
        #expect(
            violations(String(repeating: "é", count: 508) + "äöüße")
                == ["The password is too long; the limit is 1024 bytes."]
        )
    }

    @Test(arguments: [
        "password", "PASSWORD", "Password", "pAsSwOrD", " password", "password  ", "\tpassword\u{a0}\n",
    ])
    func `the word is refused in any case and with blanks around it`(password: String) {
        #expect(violations(password) == Self.theWord)
    }

    @Test(arguments: [
        "iloveyou", "IloveYou", "qwerty123", "12345678", "TRUSTNO1", "football", "12345678 ", "P@ssw0rd",
        "princess1",
    ])
    func `a common password is refused in any case`(password: String) {
        #expect(violations(password) == Self.tooCommon)
    }

    @Test func `a short common password breaks two rules`() {
        #expect(violations("123456").count == 2)
        #expect(violations("123456", minimumLength: 6) == Self.tooCommon)
    }

    /// Cyrillic а, a full-width p, a zero-width space: none is on a guesser's list.
    @Test(arguments: ["p\u{430}ssword", "\u{ff50}assword", "pass\u{200b}word", "pass word", "password."])
    func `what only looks like a refused password is another password`(password: String) {
        #expect(violations(password).isEmpty)
    }

    @Test func `the account's own names are refused in any case`() {
        for password in ["alice.walker", "ALICE.walker", "Alice.Walker "] {
            #expect(violations(password) == Self.theUsername)
        }
        for password in ["a.walker@example.org", "A.Walker@EXAMPLE.org", "a.walker", "A.WALKER"] {
            #expect(violations(password) == Self.theEmail)
        }
        #expect(violations("a.walker", username: "A.Walker") == Self.theUsername + Self.theEmail)
    }

    @Test func `a name that is missing refuses nothing`() {
        #expect(violations("", minimumLength: 0, username: nil, email: nil) == Self.tooPlain)
        #expect(violations("", minimumLength: 0, username: "", email: "") == Self.tooPlain)
        #expect(violations("alice.walker", username: nil, email: nil).isEmpty)
    }
}
