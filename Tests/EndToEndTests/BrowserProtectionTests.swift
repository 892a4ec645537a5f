import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// What a browser is told about the session and the passwords of its person, behind a proxy that ends TLS.
@Suite(.database) struct BrowserProtectionTests {
    private static let password = "tango under the rain"

    @Test
    func `over https the session is bound to the host and hidden from scripts, and browsers stay with https`()
        async throws
    {
        try await Site.with(["PARLAY_TRUSTED_PROXIES": "127.0.0.1"]) { site in
            try await site.makeTenant()
            _ = try await site.serve()
            let browser = site.session()
            let person = """
                {"username": "ann", "password": "\(Self.password)", "email": "ann@example.org", "first_name": "Ann", \
                "last_name": "Lee", "known_lang": "en", "learn_lang": "es"}
                """
            let registered = try await browser.send("POST", "/v1/wordup/register/", person)
            #expect(registered.status == 201, "\(registered)")
            let secure = ["X-Forwarded-Proto": "https"]
            let page = try await browser.send("GET", "/app/wordup/sign-in", headers: secure)
            #expect(page.header("Strict-Transport-Security") == "max-age=31536000")
            #expect(page.header("Referrer-Policy") == "same-origin")
            let plain = try await browser.send("GET", "/app/wordup/sign-in")
            #expect(plain.header("Strict-Transport-Security") == nil)
            let form = ["Content-Type": "application/x-www-form-urlencoded", "Origin": "https://localhost"]
            let answer = try await browser.send(
                "POST",
                "/app/wordup/sign-in",
                "_call=login&username=ann&password=\(Self.password.replacing(" ", with: "+"))",
                headers: form.merging(secure) { $1 }
            )
            #expect(answer.status == 303, "\(answer)")
            let cookie = try #require(
                answer.headers.values(of: "Set-Cookie").first { $0.contains("-wordup=parlay") }
            )
            #expect(cookie.hasPrefix("__Host-parlay-wordup=") && cookie.contains("Path=/;"))
            for attribute in ["; Secure", "; HttpOnly", "; SameSite=Lax"] {
                #expect(cookie.contains(attribute), "\(cookie)")
            }
        }
    }

    @Test func `passwords are typed hidden, and may be pasted, kept by a manager and made of anything`()
        async throws
    {
        try await Site.with { site in
            try await site.makeTenant()
            _ = try await site.serve()
            for (page, purpose) in [("register", "new-password"), ("sign-in", "current-password")] {
                let text = try await site.session().send("GET", "/app/wordup/\(page)").text
                let field = try #require(text.firstMatch(of: /<input type="password"[^>]*>/)).output
                #expect(field.contains("autocomplete=\"\(purpose)\""), "\(field)")
                for word in ["pattern=", "maxlength=", "readonly", "onpaste"] {
                    #expect(!field.contains(word), "\(field)")
                }
            }
        }
    }
}
