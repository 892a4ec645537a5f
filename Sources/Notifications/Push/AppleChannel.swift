internal import Outbound
internal import ParlayAPI
internal import Security
internal import Synchronization
internal import Tenancy

/// Apps on devices of Apple's, by the Apple Push Notification service.
struct AppleChannel: PushChannel {
    private static let bodyLimit = 4096
    private static let service = "api.push.apple.com"

    let client: HTTPClient
    let tokens = AppleTokens()
    let signer: Signer
    let services: PushServices

    func send(_ message: PushMessage, to device: PushMessageRow, at now: Int64) async throws -> PushAnswer {
        guard let settings = device.settings, let (app, sealed) = settings.pushApp(.apns) else {
            return .nowhere
        }
        var refused: String?
        while true {
            let secret = { settings.secret(of: app, signer: signer) }
            guard let token = tokens.token(of: app, sealed, secret, refused: refused, at: now) else {
                // Refused twice, so there is something wrong with a clock; or the key was sealed elsewhere.
                return refused == nil ? .noKey : .later(atLeast: nil)
            }
            let (answer, isStale) = await send(message, to: device, app, token)
            guard isStale, refused == nil else { return isStale ? .later(atLeast: nil) : answer }
            refused = token
        }
    }

    private func send(_ message: PushMessage, to device: PushMessageRow, _ app: PushApp, _ token: String)
        async -> (PushAnswer, isStale: Bool)
    {
        let body = message.json(atMost: Self.bodyLimit) { text in
            var alert: JSONObject = ["title": .string(message.title)]
            if let text { alert.add("body", .string(text)) }
            return [
                "aps": ["alert": .object(alert), "thread-id": .string(message.topic)],
                "id": .integer(message.notice), "lang": .string(message.locale),
            ]
        }
        let base = app.sandbox ? services.appleSandbox : services.apple
        let answer = await client.push(
            body,
            to: "\(base)/3/device/\(device.endpoint)",
            [
                ("Content-Type", "application/json"), ("authorization", "bearer \(token)"),
                ("apns-topic", app.topic ?? ""), ("apns-push-type", "alert"),
                ("apns-collapse-id", message.topic), ("apns-expiration", String(message.expiry)),
                // 5 lets the device save energy.
                ("apns-priority", message.isUrgent ? "10" : "5"),
            ],
            multiplexes: true
        )
        switch answer {
        case .failure(let error): return (PushAnswer(error), false)
        case .success(let answer):
            let reason = Self.reason(answer)
            switch (answer.status, reason) {
            case (410, _), (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): return (.gone, false)
            case (403, "ExpiredProviderToken"): return (.later(atLeast: nil), true)
            default: return (PushAnswer(answer, from: Self.service, reason: reason), false)
            }
        }
    }

    private static func reason(_ answer: OutboundResponse) -> String? {
        guard case .string(let reason)? = answer.object?["reason"] else { return nil }
        return reason
    }
}

/// The tokens by which Apple knows the makers of apps. Apple refuses one that is older than an hour, and makers who have new ones more
/// often than every twenty minutes.
final class AppleTokens: Sendable {
    private static let validity: Int64 = 2_400
    private static let shortest: Int64 = 1_200
    private static let limit = 1_000

    private struct Made {
        let token: String
        let at: Int64
        /// Whether it was made because Apple refused the one before.
        let replacesRefused: Bool
    }

    /// By the sealed keys.
    private let made = Mutex<[String: Made]>([:])

    /// - Parameters:
    ///   - sealed: the key as it is stored, which is another text for another key.
    ///   - secret: opens it.
    ///   - refused: a token that Apple calls expired.
    ///   - now: seconds since 1970.
    /// - Returns: `nil` without a key that can sign, and if the one that was refused is too new to be replaced.
    func token(
        of app: PushApp,
        _ sealed: String,
        _ secret: () -> String?,
        refused: String? = nil,
        at now: Int64
    ) -> String? {
        made.withLock { made in
            if let kept = made[sealed] {
                let age = now - kept.at
                if kept.token != refused, 0..<Self.validity ~= age { return kept.token }
                if kept.token == refused, kept.replacesRefused, 0..<Self.shortest ~= age { return nil }
            }
            guard let key = secret().flatMap({ WebTokenKey(pem: $0) }),
                let token = key.token(
                    ["iss": .string(app.teamID ?? ""), "iat": .integer(now)],
                    keyID: app.keyID
                )
            else { return nil }
            if made.count >= Self.limit { made.removeAll() }
            made[sealed] = Made(token: token, at: now, replacesRefused: refused != nil)
            return token
        }
    }
}
