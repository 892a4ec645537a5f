package import Database
package import Jobs
package import Localization
package import Observability
package import Outbound
internal import ParlayAPI
internal import Security
internal import Tenancy

/// Pushes a notice to a device. A repeated run sends the message again; the device shows it once, because messages about one subject
/// replace each other there.
package struct SendPushJob: Job {
    package static let kind = "send_push"
    /// Only failures of our own use up attempts: a failing push service is not a failure of the job. `relay_notices` also has the number of
    /// attempts.
    package static let policy = JobPolicy(timeLimit: .seconds(40), concurrency: 128)

    let notice: Int64
    let device: Int64

    package func run(in context: JobContext<PushSender>) async throws {
        try await context.service.send(notice, to: device, context)
    }
}

/// Sends notices to push services.
package struct PushSender: Sendable {
    /// Seconds after which a notice is old news: neither we nor the push service try for longer.
    static let lifetime: Int64 = 86_400
    private static let waits: ClosedRange<Int64> = 30...3600

    private let database: DatabasePool
    private let web: WebPushChannel
    private let apple: AppleChannel
    private let firebase: FirebaseChannel
    private let signer: Signer
    private let notices: TextLookup
    private let logger: Logger

    /// - Parameters:
    ///   - client: its `AddressRule` decides which push services are allowed.
    ///   - services: where those of apps are.
    ///   - mail: with the key of the installation and its address.
    ///   - notices: what people read of notices, of all components.
    package init(
        database: DatabasePool,
        client: HTTPClient,
        services: PushServices,
        mail: MailService,
        notices: TextLookup,
        logger: Logger
    ) {
        self.database = database
        web = WebPushChannel(client: client, identity: PushIdentity(mail.signer, contact: mail.contact))
        apple = AppleChannel(client: client, signer: mail.signer, services: services)
        let tokens = FirebaseTokens(client, url: services.googleTokens)
        firebase = FirebaseChannel(client: client, tokens: tokens, signer: mail.signer, services: services)
        signer = mail.signer
        self.notices = notices
        self.logger = logger
    }

    func send(_ notice: Int64, to device: Int64, _ context: JobContext<PushSender>) async throws {
        let tenant = Parameter.integer(context.tenantID)
        let now = Timestamp.now
        let found = try await database.read(
            PushStore.message(tenant, .integer(notice), .integer(device), .time(now))
        )
        guard let row = try found.first, let channel = channel(row.platform) else { return }
        let age = max(0, (now.milliseconds - row.createdAt.milliseconds) / 1000)
        guard age < Self.lifetime else { return }
        if let seconds = row.quietFor { throw JobOutcome.snooze(.seconds(max(1, seconds))) }
        let message = PushMessage(row, of: context.tenantID, notices: notices, signer: signer, age: age)
        switch try await channel.send(message, to: row, at: now.milliseconds / 1000) {
        case .taken, .nowhere: return
        case .noKey:
            logger.warning(
                "the key of a push service cannot be used: set push_apps again, with the private_key",
                [
                    .integer("tenant_id", context.tenantID), .text("platform", row.platform?.rawValue ?? ""),
                ]
            )
        case .gone:
            try await context.complete(with: [
                PushStore.forget(tenant, .integer(device), .bytes(row.digest))
            ])
        case .later(let seconds): throw try later(age, atLeast: seconds)
        case .refused(let service, let status, let reason):
            logger.warning(
                "a push service refused a message",
                [
                    .integer("tenant_id", context.tenantID), .text("service", service),
                    .integer("status", Int64(status)), .text("reason", reason),
                ]
            )
        }
    }

    private func channel(_ platform: PushPlatform?) -> (any PushChannel)? {
        switch platform {
        case .web?: web
        case .apns?: apple
        case .fcm?: firebase
        case nil: nil
        }
    }

    /// The older the notice, the longer the wait: so waits double without a count of them.
    private func later(_ age: Int64, atLeast asked: Int64?) throws -> JobOutcome {
        // The process is stopping: the job runs again.
        try Task.checkCancellation()
        let wait = max(min(max(age, Self.waits.lowerBound), Self.waits.upperBound), asked ?? 0)
        return .snooze(.milliseconds(wait * 1000 + Int64.random(in: 0...(wait * 100))))
    }
}
