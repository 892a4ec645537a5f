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

/// Sends notices to push services (RFC 8030).
package struct PushSender: Sendable {
    /// Seconds after which a notice is old news: neither we nor the push service try for longer.
    static let lifetime: Int64 = 86_400
    private static let waits: ClosedRange<Int64> = 30...3600
    private static let (titleLimit, textLimit) = (300, 1500)

    private let database: DatabasePool
    private let client: HTTPClient
    private let signer: Signer
    private let identity: PushIdentity
    private let notices: TextLookup
    private let logger: Logger

    /// - Parameters:
    ///   - client: its `AddressRule` decides which push services are allowed.
    ///   - mail: with the key of the installation and its address.
    ///   - notices: what people read of notices, of all components.
    package init(
        database: DatabasePool,
        client: HTTPClient,
        mail: MailService,
        notices: TextLookup,
        logger: Logger
    ) {
        self.database = database
        self.client = client
        signer = mail.signer
        identity = PushIdentity(mail.signer, contact: mail.contact)
        self.notices = notices
        self.logger = logger
    }

    func send(_ notice: Int64, to device: Int64, _ context: JobContext<PushSender>) async throws {
        let tenant = Parameter.integer(context.tenantID)
        let now = Timestamp.now
        let found = try await database.read(
            PushStore.message(tenant, .integer(notice), .integer(device), .time(now))
        )
        guard let message = try found.first, let receiver = message.receiver,
            let endpoint = PushEndpoint(message.endpoint)
        else { return }
        let age = max(0, (now.milliseconds - message.createdAt.milliseconds) / 1000)
        guard age < Self.lifetime else { return }
        if let seconds = message.quietFor { throw JobOutcome.snooze(.seconds(max(1, seconds))) }
        let request = try request(
            message,
            receiver,
            endpoint,
            context.tenantID,
            ttl: Self.lifetime - age,
            at: now
        )
        switch await answer(to: request) {
        case .success(let answer) where 200..<300 ~= answer.status: return
        case .success(let answer) where answer.status == 404 || answer.status == 410:
            try await context.complete(with: [
                PushStore.forget(tenant, .integer(device), .bytes(message.digest))
            ])
        case .success(let answer) where answer.status == 429 || answer.status >= 500:
            throw try later(age, atLeast: answer.retryAfter)
        case .success(let answer):
            logger.warning(
                "a push service refused a message",
                [
                    .integer("tenant_id", context.tenantID), .text("service", endpoint.host),
                    .integer("status", Int64(answer.status)),
                ]
            )
        case .failure(.blockedAddress), .failure(.badRequest): return
        case .failure: throw try later(age, atLeast: nil)
        }
    }

    /// The older the notice, the longer the wait: so waits double without a count of them.
    private func later(_ age: Int64, atLeast asked: Int64?) throws -> JobOutcome {
        // The process is stopping: the job runs again.
        try Task.checkCancellation()
        let wait = max(min(max(age, Self.waits.lowerBound), Self.waits.upperBound), asked ?? 0)
        return .snooze(.milliseconds(wait * 1000 + Int64.random(in: 0...(wait * 100))))
    }

    private func answer(to request: OutboundRequest) async -> Result<OutboundResponse, HTTPClientError> {
        do throws(HTTPClientError) {
            return .success(try await client.send(request))
        } catch {
            return .failure(error)
        }
    }

    private func request(
        _ message: PushMessageRow,
        _ receiver: WebPushReceiver,
        _ endpoint: PushEndpoint,
        _ tenant: Int64,
        ttl: Int64,
        at now: Timestamp
    ) throws -> OutboundRequest {
        let topic = topic(message, tenant)
        var request = OutboundRequest(
            .post,
            message.endpoint,
            body: try receiver.seal(content(message, topic))
        )
        request.headers = [
            ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"),
            ("TTL", String(ttl)), ("Urgency", message.isUrgent ? "high" : "normal"), ("Topic", topic),
            ("Authorization", identity.authorization(for: endpoint.origin, at: now.milliseconds / 1000)),
        ]
        request.timeout = .seconds(15)
        request.connectTimeout = .seconds(10)
        request.bodyLimit = 4096
        request.overflow = .truncate
        return request
    }

    /// What the service worker of the app shows: JSON.
    private func content(_ message: PushMessageRow, _ topic: String) -> [UInt8] {
        let words = NoticeText(
            arguments: message.arguments,
            title: message.title,
            text: message.text,
            notices,
            message.localizer,
            now: message.createdAt
        )
        let title: JSONObject = [
            "id": .integer(message.notice), "title": .string(Self.begin(words.title, Self.titleLimit)),
            "tag": .string(topic), "lang": .string(message.localizer.locale),
        ]
        guard message.wantsText else { return title.jsonBytes() }
        var whole = title
        whole.add("text", .string(Self.begin(words.text, Self.textLimit)))
        let bytes = whole.jsonBytes()
        return bytes.count <= WebPushReceiver.textLimit ? bytes : title.jsonBytes()
    }

    /// As many whole characters as fit in this many bytes.
    private static func begin(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var short = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            guard count < limit - 2 else { break }
            short.append(character)
        }
        return short + "…"
    }

    /// At most 32 characters (RFC 8030, section 5.4): later messages about the same subject replace those that wait. It tells push services
    /// nothing.
    private func topic(_ message: PushMessageRow, _ tenant: Int64) -> String {
        let subject = message.subject.map { "\($0.type) \($0.id)" } ?? "notice \(message.notice)"
        let name = "\(tenant) \(message.account.rawValue) \(subject)"
        return Base64URL.encode(signer.derive(Array(name.utf8), context: "push_topic"))
    }
}
