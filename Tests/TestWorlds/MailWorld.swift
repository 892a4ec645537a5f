package import Accounts
internal import Administration
package import Database
internal import Jobs
internal import Notifications
internal import Outbound
internal import ParlayAPI
internal import Reactor
package import Security
package import Tenancy
internal import TestDatabases
package import TestSupport
internal import Testing

/// A tenant with a front, and workers that send its mail.
package struct MailWorld: Sendable {
    package let world: World
    /// A new connection each time: tests ask from many tasks.
    package var owner: BlockingConnection { get throws { try world.database.owner } }
    /// As the front's.
    package static let signer = Signer(key: [UInt8](repeating: 7, count: 32))
    private static let threads = Result { try BlockingPool(name: "test-mail", threads: 4, capacity: 64) }

    package init(
        settings: TenantSettings = .defaults,
        throttles: ThrottleSettings = ThrottleSettings(registrations: nil, resets: nil),
        issuers: @escaping IssuerKeyring.Fetch = { _ throws(IssuerError) in throw .noKeysURL }
    ) async throws {
        world = try await World.make(settings: settings, throttles: throttles, issuers: issuers)
    }

    package func number(_ sql: String) throws -> Int { Int(try owner.query(sql)[0].integer(0)) }
    package func text(_ sql: String) throws -> String? { try owner.query(sql).first?.optionalText(0) }

    /// Notifies an account, as a front does.
    package func notify(
        _ people: [SignedInPerson],
        title: String = "News",
        text: String = "Something happened."
    )
        async throws
    {
        let draft = NoticeDraft(
            to: people.map { AccountID(rawValue: $0.id) },
            .matchMade,
            title: title,
            text: text,
            by: nil
        )
        let query = draft.query(world.tenant.id, at: .now)
        let database = world.database
        _ = try await database.onLoop { try await database.worker().write([query]) }
    }

    /// Runs a worker until no job is due, with all that waits made due first.
    ///
    /// - Parameter server: without one mail is kept.
    package func runJobs(_ server: MailServer? = nil) async throws {
        let mail = MailService(
            try server.map {
                .server(
                    SMTPClient(
                        SMTPServer(url: $0.url, encryption: .opportunistic),
                        pool: try Self.threads.get()
                    )
                )
            }
                ?? .stored,
            sender: try #require(Mailbox("noreply@example.org")),
            publicURL: "https://play.example.org",
            signer: Self.signer
        )
        let database = world.database
        try await database.relayNotices()
        try owner.execute("update jobs set run_at = clock_timestamp() - interval '1 millisecond'")
        try await database.onLoop {
            let pool = try await database.worker()
            var registry = JobRegistry()
            let service = SendMailJob.Service(mail, pool)
            registry.register(SendMailJob.self, service: service)
            registry.register(SendAccountMailJob.self, service: service)
            registry.register(SendSecurityMailJob.self, service: service)
            registry.register(ResetSecondFactorJob.self, service: pool)
            var settings = Worker.Settings()
            settings.grace = .seconds(10)
            settings.poll = .milliseconds(50)
            let worker = Worker(registry, pool: pool, on: database.loop, settings: settings) { _ in }
            async let running: Void = worker.run()
            let owner = try database.owner
            try await eventually("the end of the jobs") {
                try owner.query("select 1 from jobs where state = 'running' or run_at <= clock_timestamp()")
                    .isEmpty
            }
            await worker.stop()
            try await running
        }
    }

    /// The plain parts of what was stored instead of sent, in their order.
    package func kept() throws -> [(to: String, subject: String, text: String, source: String)] {
        try owner.query(
            "select recipient, subject, text, source from stored_mails where text is not null order by id"
        )
        .map { row in (try row.text(0), try row.text(1), try row.text(2), try row.text(3)) }
    }

    /// Asks for a reset and returns the code from the mail.
    package func resetCode(_ email: String) async throws -> String {
        try await code { try await world.send("POST", "password/reset/", ["email": .string(email)]) }
    }

    /// Asks for a verification and returns the code from the mail.
    package func verificationCode(_ person: SignedInPerson) async throws -> String {
        try await code { try await world.send("POST", "email/verification/", token: person.token) }
    }

    private func code(_ ask: () async throws -> Answer) async throws -> String {
        let before = try kept().count
        guard try await ask().status == 202 else { throw MailWorldError.noCode }
        try await runJobs()
        // Others may be security notices, which have no code.
        let codes = try kept().dropFirst(before).compactMap { mail in
            mail.text.split(separator: "\n").first { $0.hasPrefix("    ") }
        }
        guard codes.count == 1, let line = codes.first else { throw MailWorldError.noCode }
        return String(line.dropFirst(4))
    }

    package func verify(
        _ code: String,
        token: String? = nil,
        from address: String = "192.0.2.1",
        tenant: String = "demo"
    ) async throws -> Answer {
        let body: JSONObject = ["code": .string(code)]
        return try await world.send(
            "PUT",
            "email/verification/",
            token: token,
            body,
            from: address,
            tenant: tenant
        )
    }

    package func confirm(
        _ code: String,
        _ new: String = "a wholly other phrase",
        from address: String = "192.0.2.1",
        tenant: String = "demo"
    ) async throws -> Answer {
        let body: JSONObject = ["code": .string(code), "new": .string(new)]
        return try await world.send("POST", "password/reset/confirm/", body, from: address, tenant: tenant)
    }

    package func logIn(_ name: String, _ password: String) async throws -> Int {
        try await world.send("POST", "login/", ["username": .string(name), "password": .string(password)])
            .status
    }
}

package enum MailWorldError: Error { case noCode }
