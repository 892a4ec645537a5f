import Outbound
import ParlayAPI
import Reactor
import TestSupport
import Testing

/// Against a real mail server in a separate process.
@Suite struct SMTPClientTests {
    private static let pool = Result { try BlockingPool(name: "test-mail", threads: 4, capacity: 64) }

    private func client(
        _ url: String,
        login: SMTPServer.Login? = nil,
        _ encryption: SMTPServer.Encryption = .opportunistic,
        trusting certificate: String? = nil,
        timeout: Int = 20
    ) throws -> SMTPClient {
        SMTPClient(
            SMTPServer(
                url: url,
                login: login,
                encryption: encryption,
                trustedCertificates: certificate,
                timeout: timeout
            ),
            pool: try Self.pool.get()
        )
    }

    private func message(to: String = "ann@example.org", text: String = "Hello.") throws -> MailMessage {
        MailMessage(
            from: try #require(Mailbox("Play <noreply@example.org>")),
            to: try #require(Mailbox(to)),
            subject: "Schöne Grüße",
            text: text,
            html: "<p>Hello.</p>",
            messageID: "1@example.org",
            date: Timestamp(milliseconds: 0)
        )
    }

    @Test func `a mail arrives as it was made, lines of dots among it`() async throws {
        let server = try await MailServer()
        let message = try message(text: ".\n..\n.dotted\n\nfrom here")
        try await client(server.url).send(message)
        let taken = try server.messages
        #expect(taken.count == 1)
        #expect(taken[0].from == "noreply@example.org")
        #expect(taken[0].to == "ann@example.org")
        #expect(taken[0].source == message.source)
        #expect(!taken[0].isEncrypted)
    }

    @Test func `an address with every character that one may have arrives`() async throws {
        let server = try await MailServer()
        let address = "a!#$%&'*+/=?^_`{|}~-.z@mail-1.example.org"
        try await client(server.url).send(try message(to: address))
        #expect(try server.messages.map(\.to) == [address])
        #expect(Mailbox("jörg@example.org") == nil)
    }

    @Test func `STARTTLS and a login, with a certificate that is trusted`() async throws {
        let server = try await MailServer(.init(.startTLS, login: ("parlay", "correct horse")))
        let login = SMTPServer.Login(user: "parlay", password: "correct horse")
        for encryption in SMTPServer.Encryption.allCases {
            try await client(server.url, login: login, encryption, trusting: server.certificate).send(
                try message()
            )
        }
        let taken = try server.messages
        #expect(taken.count == 2)
        #expect(taken.allSatisfy { $0.isEncrypted && $0.user == "parlay" })
    }

    @Test func `TLS from the first byte`() async throws {
        let server = try await MailServer(.init(.tls))
        try await client(server.encryptedURL, .required, trusting: server.certificate).send(try message())
        #expect(try server.messages.map(\.isEncrypted) == [true])
    }

    @Test func `a certificate that nobody trusts gets no mail`() async throws {
        let server = try await MailServer(.init(.startTLS))
        for encryption in SMTPServer.Encryption.allCases {
            await #expect(throws: SMTPError.self) {
                try await client(server.url, encryption).send(try message())
            }
        }
        #expect(try server.messages.isEmpty)
    }

    @Test func `without STARTTLS nothing is said where it is required`() async throws {
        let server = try await MailServer()
        let refusal = await #expect(throws: SMTPError.self) {
            try await client(server.url, .required).send(try message())
        }
        guard case .unavailable = refusal else {
            return #expect(Bool(false), "\(String(describing: refusal))")
        }
        #expect(try server.messages.isEmpty)
    }

    @Test func `a wrong login is told from a refused mail`() async throws {
        let server = try await MailServer(.init(.startTLS, login: ("parlay", "correct horse")))
        let wrong = SMTPServer.Login(user: "parlay", password: "wrong")
        let client = try client(server.url, login: wrong, .required, trusting: server.certificate)
        await #expect(throws: SMTPError.loginRefused(code: 535)) { try await client.send(try message()) }
        let check = try await blocking {
            Result { () throws(SMTPError) in try SMTPClient.check(client.server) }
        }
        #expect(throws: SMTPError.loginRefused(code: 535)) { try check.get() }
        let right = SMTPServer(
            url: server.url,
            login: SMTPServer.Login(user: "parlay", password: "correct horse"),
            trustedCertificates: server.certificate
        )
        try await blocking { try SMTPClient.check(right) }
        #expect(try server.messages.isEmpty)
        #expect("\(wrong)" == "<redacted>")
    }

    @Test(arguments: [
        ("never@example.org", SMTPError.refused(code: 550)), ("later@example.org", .postponed(code: 451)),
        ("content@example.org", .refused(code: 554)),
    ])
    func `a refusal tells now from never and names no address`(_ recipient: String, _ expected: SMTPError)
        async throws
    {
        let server = try await MailServer()
        let client = try client(server.url)
        let error = await #expect(throws: SMTPError.self) {
            try await client.send(try message(to: recipient))
        }
        #expect(error == expected)
        #expect(error?.description.contains("@") == false)
        #expect(try server.messages.isEmpty)
        try await client.send(try message())
        #expect(try server.messages.count == 1)
    }

    @Test func `a server that is unavailable or silent is an error, within the limit`() async throws {
        let silent = try await MailServer(.init(isSilent: true))
        let slow = try await MailServer()
        for (url, recipient) in [
            ("smtp://127.0.0.1:1", "ann@example.org"), (silent.url, "ann@example.org"),
            (slow.url, "silent@example.org"),
        ] {
            let error = await #expect(throws: SMTPError.self) {
                try await client(url, timeout: 1).send(try message(to: recipient))
            }
            guard case .unavailable = error else {
                return #expect(Bool(false), "\(url): \(String(describing: error))")
            }
        }
    }

    @Test(arguments: ["smtp://mail.example.org", "smtps://mail.example.org:465", "smtp://[::1]:2525"])
    func `a server has an address`(_ url: String) { #expect(SMTPServer.isURL(url)) }

    @Test(arguments: [
        "", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://user:secret@mail.example.org",
        "smtp://mail.example.org/x", "smtp://mail example",
    ])
    func `other texts are no server`(_ url: String) { #expect(!SMTPServer.isURL(url)) }
}
