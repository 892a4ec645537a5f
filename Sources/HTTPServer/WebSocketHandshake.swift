package import ParlayAPI

/// A request that asks for a WebSocket (RFC 6455, 4.2.1). Extensions and subprotocols that it offers are ignored.
package struct WebSocketHandshake: Sendable {
    /// The value of `Sec-WebSocket-Accept`.
    let accept: String

    package init(_ head: RequestHead) throws(WebSocketHandshakeError) {
        // HTTP/1.0 has no upgrades (RFC 9110, 7.8).
        guard head.method == .get, !head.isHTTP10, Self.lists("upgrade", head.headers, "Connection"),
            Self.lists("websocket", head.headers, "Upgrade")
        else { throw .upgradeRequired }
        guard head.headers.values(of: "Sec-WebSocket-Version") == ["13"] else { throw .version }
        guard !head.hasBody else { throw .malformed("A WebSocket handshake has no body.") }
        let keys = head.headers.values(of: "Sec-WebSocket-Key")
        guard keys.count == 1, let accept = AcceptKey.make(for: keys[0]) else {
            throw .malformed("Send one Sec-WebSocket-Key: the Base64 of 16 bytes.")
        }
        self.accept = accept
    }

    /// Whether a list of tokens contains this one, ignoring case.
    private static func lists(_ token: String, _ headers: Headers, _ name: String) -> Bool {
        headers.values(of: name).contains { value in
            value.split(separator: ",").contains { part in
                Headers.equal(String(part.filter { $0 != " " && $0 != "\t" }), token)
            }
        }
    }
}

package enum WebSocketHandshakeError: ProblemConvertible, Equatable {
    case upgradeRequired
    case version
    case malformed(String)

    package var problem: Problem {
        switch self {
        case .upgradeRequired:
            Problem(
                status: 426,
                code: "upgrade_required",
                title: "Upgrade required",
                detail: "This address is a WebSocket: open it with a WebSocket client."
            )
        case .version:
            Problem(
                status: 426,
                code: "upgrade_required",
                title: "Upgrade required",
                detail: "Only version 13 of the WebSocket protocol is supported."
            )
        case .malformed(let detail):
            Problem(status: 400, code: "bad_handshake", title: "Bad WebSocket handshake", detail: detail)
        }
    }

    package var responseHeaders: [(name: String, value: String)] {
        let upgrade = [(name: "Upgrade", value: "websocket"), (name: "Connection", value: "Upgrade")]
        switch self {
        case .upgradeRequired: return upgrade
        case .version: return upgrade + [(name: "Sec-WebSocket-Version", value: "13")]
        case .malformed: return []
        }
    }
}
