internal import Outbound
internal import ParlayAPI
internal import Security
internal import Tenancy

/// Apps by Firebase Cloud Messaging (its HTTP v1 API).
struct FirebaseChannel: PushChannel {
    /// Of all that a message says to the app.
    private static let bodyLimit = 4096
    private static let service = "fcm.googleapis.com"

    let client: HTTPClient
    let tokens: FirebaseTokens
    let signer: Signer
    let services: PushServices

    func send(_ message: PushMessage, to device: PushMessageRow, at now: Int64) async throws -> PushAnswer {
        guard let settings = device.settings, let (app, sealed) = settings.pushApp(.fcm) else {
            return .nowhere
        }
        var refused: String?
        while true {
            let token: String
            switch await tokens.token(
                of: app,
                sealed,
                { settings.secret(of: app, signer: signer) },
                refused: refused,
                at: now
            ) {
            case .token(let found): token = found
            case .none(let answer): return answer
            }
            let answer = await client.push(
                body(message, to: device),
                to: "\(services.firebase)/v1/projects/\(app.projectID ?? "")/messages:send",
                [("Content-Type", "application/json"), ("Authorization", "Bearer \(token)")],
                multiplexes: true
            )
            switch answer {
            case .failure(let error): return PushAnswer(error)
            case .success(let answer) where answer.status == 401 && refused == nil: refused = token
            case .success(let answer): return Self.meaning(of: answer)
            }
        }
    }

    private func body(_ message: PushMessage, to device: PushMessageRow) -> [UInt8] {
        message.json(atMost: Self.bodyLimit) { text in
            var notification: JSONObject = ["title": .string(message.title)]
            if let text { notification.add("body", .string(text)) }
            return [
                "message": [
                    "token": .string(device.endpoint), "notification": .object(notification),
                    // Texts only.
                    "data": [
                        "id": .string(String(message.notice)), "tag": .string(message.topic),
                        "lang": .string(message.locale),
                    ],
                    "android": [
                        "collapse_key": .string(message.topic), "ttl": .string("\(message.lifetime)s"),
                        "priority": message.isUrgent ? "HIGH" : "NORMAL",
                        // What is shown is replaced, too.
                        "notification": ["tag": .string(message.topic)],
                    ],
                ]
            ]
        }
    }

    private static func meaning(of answer: OutboundResponse) -> PushAnswer {
        let error = FirebaseError(answer)
        switch (answer.status, error.code) {
        case (404, "UNREGISTERED"): return .gone
        case (400, _) where error.namesToken: return .gone
        default: return PushAnswer(answer, from: service, reason: error.code)
        }
    }
}

/// What Google says went wrong.
private struct FirebaseError {
    /// The code of FCM, or else the status of Google's APIs.
    var code: String?
    /// Whether it is the token of the device.
    var namesToken = false

    init(_ answer: OutboundResponse) {
        guard case .object(let error)? = answer.object?["error"] else { return }
        if case .string(let status)? = error["status"] { code = status }
        // It names the field, or says so in words only (firebase/firebase-admin-java, issue 1064).
        if case .string(let text)? = error["message"] {
            namesToken = text.hasPrefix("The registration token is not a valid FCM registration token")
        }
        guard case .array(let details)? = error["details"] else { return }
        for case .object(let detail) in details {
            if case .string(let text)? = detail["errorCode"] { code = text }
            guard case .array(let violations)? = detail["fieldViolations"] else { continue }
            for case .object(let violation) in violations where violation["field"] == "message.token" {
                namesToken = true
            }
        }
    }
}
