package import Database
package import Jobs
internal import Outbound
internal import ParlayAPI
internal import Security
internal import Tenancy

/// Sends one mail: about a notice, or one of `outgoing_mails`.
///
/// Without a mail server, mail is stored in the database exactly once, together with the job's completion. A mail
/// server cannot be part of a transaction: if a worker dies between the server's answer and the completion, the mail
/// is sent again with the same Message-ID, by which mail programs and people recognize it. Of what the server took,
/// a row without the text is stored with the completion.
package struct SendMailJob: Job {
    package static let kind = "send_mail"
    /// Nearly a day, for servers that greylist or are being repaired. Few at the same time, because mail servers
    /// limit connections. The migrations also contain the number of attempts.
    package static let policy = JobPolicy(
        maximumAttempts: 30,
        backoff: Backoff(first: .seconds(10), limit: .seconds(3600)),
        timeLimit: .seconds(90),
        concurrency: 4
    )

    /// The job's service: the mail service, and where rows are read.
    package struct Service: Sendable {
        package let mail: MailService
        package let database: DatabasePool

        package init(_ mail: MailService, _ database: DatabasePool) {
            self.mail = mail
            self.database = database
        }
    }

    let notice: Int64?
    let mail: Int64?

    init(notice: Int64? = nil, mail: Int64? = nil) {
        self.notice = notice
        self.mail = mail
    }

    package func run(in context: JobContext<Service>) async throws {
        try await Self.discardingRefusals {
            if let notice { try await send(notice: notice, context) }
            if let mail { try await send(mail: mail, context) }
        }
    }

    /// What a mail server refuses for good is not sent again.
    static func discardingRefusals(_ send: () async throws -> Void) async throws {
        do {
            try await send()
        } catch let error as MailError {
            throw JobOutcome.discard(error.description)
        } catch let error as SMTPError {
            if case .refused = error { throw JobOutcome.discard(error.description) }
            throw error
        }
    }

    private func send(notice id: Int64, _ context: JobContext<Service>) async throws {
        let tenant = Parameter.integer(context.tenantID)
        let found = try await context.service.database.read(MailStore.notice(tenant, .integer(id)))
        guard let mail = try found.first else { return }
        let message = try context.service.mail.message(about: mail.notice, mail.reader)
        try await deliver(message, "notice", mail.reader, context, [])
    }

    func send(security id: Int64, _ context: JobContext<Service>) async throws {
        let tenant = Parameter.integer(context.tenantID)
        let found = try await context.service.database.read(MailStore.securityNotice(tenant, .integer(id)))
        guard let mail = try found.first else { return }
        let message = try context.service.mail.message(aboutSecurity: mail.notice, mail.reader)
        try await deliver(message, "security", mail.reader, context, [])
    }

    private func send(mail id: Int64, _ context: JobContext<Service>) async throws {
        let tenant = Parameter.integer(context.tenantID)
        let (service, database) = (context.service.mail, context.service.database)
        let sent = MailStore.sent(tenant, .integer(id))
        guard let mail = try await database.read(MailStore.outgoing(tenant, .integer(id))).first else {
            try await context.complete(with: [sent])
            return
        }
        let reader = mail.reader
        let purpose: CodePurpose
        switch mail.kind {
        case .code(let kind): purpose = kind
        case .addressChanged:
            let message = try service.messageToOldAddress(mail: id, reader)
            return try await deliver(message, "email_changed", reader, context, [sent])
        case .identityLinked(let issuer):
            let message = try service.message(aboutIdentityOf: issuer, mail: id, reader)
            return try await deliver(message, "identity_linked", reader, context, [sent])
        }
        let expiry = reader.createdAt.adding(seconds: MailService.codeMinutes * 60)
        guard expiry.milliseconds > Timestamp.now.milliseconds,
            try await mayBringCode(id, purpose, reader, database)
        else {
            try await context.complete(with: [sent])
            return
        }
        let code = MailedCode(
            for: purpose,
            mail: id,
            of: reader.tenant,
            createdAt: reader.createdAt,
            signer: service.signer
        )
        // Before sending: otherwise a quick reader could have a code that is not stored yet.
        _ = try await database.write([
            MailedCodeStore.of(purpose).set(
                tenant,
                .id(reader.account),
                .integer(id),
                .text(code.selector),
                .bytes(code.digest.bytes),
                .time(expiry),
                .text(reader.address)
            )
        ])
        let message = try service.message(with: code, for: purpose, mail: id, reader)
        try await deliver(message, purpose.rawValue, reader, context, [sent], secretUntil: expiry)
    }

    /// Whether this mail's code may replace the account's current one. Otherwise everyone who knows an address could
    /// fill its mailbox, and invalidate each code before it is used. The last sent code stays valid.
    private func mayBringCode(
        _ mail: Int64,
        _ purpose: CodePurpose,
        _ reader: MailReader,
        _ database: DatabasePool
    ) async throws -> Bool {
        let (tenant, account) = (Parameter.id(reader.tenant), Parameter.id(reader.account))
        // A mail that is retried was already counted.
        let known = MailedCodeStore.of(purpose).hasCode(tenant, account, .integer(mail))
        if try await !database.read([known])[0].isEmpty { return true }
        let count = ThrottleStore.call(
            tenant,
            .text(Self.throttle(purpose)),
            .text("id:\(reader.account.rawValue)"),
            .time(.now),
            .integer(MailService.codeWindow)
        )
        return try await database.write(count).one.count <= MailService.codesInWindow
    }

    /// The kind in `throttles`, stored in rows and never renamed. Counted apart: strangers may ask for resets.
    private static func throttle(_ purpose: CodePurpose) -> String {
        switch purpose {
        case .passwordReset: "reset_account"
        case .emailVerification: "verification_account"
        }
    }

    /// - Parameter kind: what the mail is about, as in `outgoing_mails`.
    private func deliver(
        _ message: MailMessage,
        _ kind: String,
        _ reader: MailReader,
        _ context: JobContext<Service>,
        _ queries: [Query],
        secretUntil: Timestamp? = nil
    ) async throws {
        let isStored: Bool
        switch context.service.mail.delivery {
        case .server(let client):
            try await client.send(message)
            isStored = false
        case .stored: isStored = true
        }
        let record = MailStore.store(
            .id(reader.tenant),
            .id(reader.account),
            .text(message.messageID),
            .text(message.to.address),
            .text(message.subject),
            .text(isStored ? message.text : nil),
            .text(isStored ? message.source : nil),
            .time(.now),
            .time(isStored ? secretUntil : nil),
            .text(kind)
        )
        try await context.complete(with: [record] + queries)
    }
}

/// Sends a mail with a verification code, or about an outside account that was linked. A kind of its own, because workers
/// of versions before it take every mail that is no reset for the one about a changed address; jobs of an unknown kind
/// wait.
package struct SendAccountMailJob: Job {
    package static let kind = "send_account_mail"
    package static let policy = SendMailJob.policy

    let mail: Int64

    package func run(in context: JobContext<SendMailJob.Service>) async throws {
        try await SendMailJob(mail: mail).run(in: context)
    }
}

/// Sends the mail about a security notice.
package struct SendSecurityMailJob: Job {
    package static let kind = "send_security_mail"
    package static let policy = SendMailJob.policy

    let notice: Int64

    package func run(in context: JobContext<SendMailJob.Service>) async throws {
        try await SendMailJob.discardingRefusals {
            try await SendMailJob().send(security: notice, context)
        }
    }
}
