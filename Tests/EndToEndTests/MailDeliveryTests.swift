import Foundation
import Glibc
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// Mail by the real programs.
@Suite(.database) struct MailDeliveryTests {
    private func confirm(_ site: Site, _ code: Substring, _ new: String) async throws -> Int {
        try await site.session().send(
            "POST",
            "password/reset/confirm/",
            #"{"code": "\#(code)", "new": "\#(new)"}"#
        ).status
    }

    /// The line of a mail's plain part that holds the code.
    private func code(in text: String) throws -> Substring {
        try #require(text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("    ") }).dropFirst(4)
    }

    @Test func `a reset mail goes through STARTTLS and a login, and outlives a killed worker`() async throws {
        let server = try await MailServer(.init(.startTLS, login: ("parlay", "hunter2")))
        let settings = [
            "PARLAY_SMTP_URL": server.url, "PARLAY_SMTP_USER": "parlay", "PARLAY_SMTP_PASSWORD": "hunter2",
            "PARLAY_SMTP_CA": server.certificate, "PARLAY_MAIL_FROM": "noreply@play.example",
            "PARLAY_PUBLIC_URL": "https://play.example",
        ]
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            let worker = try await site.work(with: settings)
            func ask() async throws {
                let answer = try await site.session().send(
                    "POST",
                    "password/reset/",
                    #"{"email": "ann@example.org"}"#
                )
                #expect(answer.status == 202)
            }
            // Beside them the changed password is told.
            func resets() throws -> [MailServer.Message] {
                try server.messages.filter { $0.source.contains("/app/wordup/reset/set#") }
            }
            try await ask()
            try await eventually("a mail") { try resets().count == 1 }
            let mail = try resets()[0]
            #expect(mail.isEncrypted && mail.user == "parlay")
            #expect(mail.to == "ann@example.org")
            #expect(mail.header("From") == "WordUp <noreply@play.example>")
            #expect(mail.source.contains("https://play.example/app/wordup/reset/set#"))
            #expect(try await confirm(site, code(in: mail.source), "tango at the seaside") == 204)
            #expect(try await ann.session.send("GET", "profiles/me/").status == 401)

            try await worker.kill()
            try await ask()
            let second = try await site.work(with: settings)
            try await eventually("the mail that waited") { try resets().count >= 2 }
            let later = try resets()[1]
            #expect(try await confirm(site, code(in: mail.source), "tango at the lakes") == 422)
            #expect(try await confirm(site, code(in: later.source), "tango at the lakes") == 204)
            #expect(Set(try resets().compactMap { $0.header("Message-ID") }).count == 2)

            // The operator sees to whom it went, and nothing of what it said.
            func listed() async throws -> [JSONValue] {
                try await site.list("admin mail list --tenant wordup").filter {
                    $0["kind"]?.text == "password_reset"
                }
            }
            try await eventually("what was sent") { try await listed().count >= 2 }
            let sent = try await listed()
            #expect(sent.allSatisfy { $0["to"]?.text == "ann@example.org" && $0["state"]?.text == "sent" })
            #expect(sent.allSatisfy { $0["text"] == nil })
            let id = try #require(sent.first?["id"]?.integer)
            #expect(try await site.parlay("admin mail show \(id)").contains("its text is not kept"))
            #expect(try await site.run("admin", "mail", "show", "\(id)", "--source").code == 1)

            let doctor = try await site.run(["admin", "doctor"], with: settings)
            #expect(words(of: doctor.output).contains("answers and accepts the login"), "\(doctor)")
            let wrong = settings.merging(["PARLAY_SMTP_PASSWORD": "wrong"]) { $1 }
            let refused = try await site.run(["admin", "doctor"], with: wrong)
            #expect(refused.code == 1)
            #expect(words(of: refused.output).contains("refused the login"), "\(refused)")
            for log in [front.errors, worker.errors, second.errors, doctor.output, refused.output] {
                #expect(!log.contains("ann@example.org") && !log.contains("hunter2"))
                #expect(!log.contains(try code(in: later.source)))
            }
        }
    }

    @Test(.withoutProxy) func `without a mail server the operator reads the mail`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            let worker = try await site.work()
            #expect(worker.errors.contains("PARLAY_SMTP_URL is not set"))
            #expect(try await site.parlay("admin mail list").contains("No mail found."))
            #expect(
                try await site.parlay("admin account reset-password ann --tenant wordup").contains(
                    "on its way"
                )
            )
            func list() async throws -> [JSONValue] {
                try await site.list("admin mail list --tenant wordup")
            }
            try await eventually("a mail") { try await list().count == 1 }
            let mail = try await list()[0]
            #expect(mail["to"]?.text == "ann@example.org")
            let id = try #require(mail["id"]?.integer)
            let shown = try await site.parlay("admin mail show \(id)")
            #expect(shown.contains("Subject: Reset your password"))
            let source = try await site.parlay("admin mail show \(id) --source")
            #expect(source.contains("Content-Type: multipart/alternative"))
            #expect(source.contains("http://127.0.0.1:\(site.port)/app/wordup/reset/set#"))
            #expect(try await site.run("admin", "mail", "show", "999").code == 1)
            #expect(try await site.run("admin", "mail", "list", "--tenant", "nobody").code == 1)
            #expect(try await confirm(site, code(in: shown), "tango at the seaside") == 204)
            #expect(try await ann.session.send("GET", "profiles/me/").status == 401)

            let words = ["admin", "account", "reset-password", "ann", "--tenant", "wordup", "--stdin"]
            #expect(try await site.run(words, input: "short\n").code == 1)
            let set = try await site.run(words, input: "tango on the roof\n")
            #expect(set.code == 0, "\(set)")
            #expect(!set.description.contains("tango on the roof"))
            let body = #"{"username": "ann", "password": "tango on the roof"}"#
            #expect(try await site.session().send("POST", "login/", body).status == 200)
            // The person hears of each new password, the operator's too.
            try await eventually("the notices") {
                try await list().count { $0["subject"]?.text == "Your password was changed" } == 2
            }
        }
    }

    @Test(.withoutProxy) func `an address is verified with the code from the mail`() async throws {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.newcomer("ann").client
            let worker = try await site.work()
            func isVerified() async throws -> Bool {
                let shown = try await site.parlay("admin account show ann --tenant wordup")
                return shown.contains(/email verified +yes/)
            }
            #expect(try await ann.profiles.me().emailVerified == false)
            #expect(try await !isVerified())
            try await ann.account.requestEmailVerification()
            try await eventually("a mail") {
                try await site.list("admin mail list --tenant wordup").count == 1
            }
            let mail = try await site.list("admin mail list --tenant wordup")[0]
            let shown = try await site.parlay("admin mail show \(try #require(mail["id"]?.integer))")
            #expect(shown.contains("http://127.0.0.1:\(site.port)/app/wordup/verify#"))
            let code = String(try code(in: shown))
            let stranger = try site.client()
            let wrong = await refusal { try await stranger.account.verifyEmail(code: "0000-0000-0000-0000") }
            #expect(wrong?.fieldErrors["code"].isEmpty == false)
            try await stranger.account.verifyEmail(code: code)
            #expect(try await ann.profiles.me().emailVerified == true)
            #expect(try await isVerified())
            #expect(
                await refusal { try await ann.account.requestEmailVerification() }?.code == "already_verified"
            )
            for log in [front.errors, worker.errors] { #expect(!log.contains(code) && !log.contains("ann@")) }
        }
    }

    /// A text without the line breaks that fit it to the terminal.
    private func words(of text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
