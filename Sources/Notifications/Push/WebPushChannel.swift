internal import Outbound
internal import ParlayAPI
internal import Security

/// Browsers, by the push services that they name (RFC 8030).
struct WebPushChannel: PushChannel {
    let client: HTTPClient
    let identity: PushIdentity

    func send(_ message: PushMessage, to device: PushMessageRow, at now: Int64) async throws -> PushAnswer {
        guard let receiver = device.receiver, let endpoint = PushEndpoint(device.endpoint) else {
            return .nowhere
        }
        let content = message.json(atMost: WebPushReceiver.textLimit) { text in
            // What the service worker of the app shows.
            var object: JSONObject = [
                "id": .integer(message.notice), "title": .string(message.title),
                "tag": .string(message.topic), "lang": .string(message.locale),
            ]
            if let text { object.add("text", .string(text)) }
            return object
        }
        let answer = await client.push(
            try receiver.seal(content),
            to: device.endpoint,
            [
                ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"),
                ("TTL", String(message.lifetime)), ("Urgency", message.isUrgent ? "high" : "normal"),
                ("Topic", message.topic),
                ("Authorization", identity.authorization(for: endpoint.origin, at: now)),
            ]
        )
        switch answer {
        case .success(let answer) where answer.status == 404 || answer.status == 410: return .gone
        case .success(let answer): return PushAnswer(answer, from: endpoint.host)
        case .failure(let error): return PushAnswer(error)
        }
    }
}

/// Where a push service takes the messages for a browser. The path is a secret of the browser, so only the host is shown.
struct PushEndpoint {
    let host: String
    /// As `aud` of a signature (RFC 8292, section 2).
    let origin: String

    init?(_ text: String) {
        guard let url = OutboundURL(text) else { return nil }
        host = url.host
        let usual = url.isSecure ? 443 : 80
        origin =
            (url.isSecure ? "https://" : "http://") + url.host + (url.port == usual ? "" : ":\(url.port)")
    }
}
