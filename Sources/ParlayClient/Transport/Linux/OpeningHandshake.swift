#if os(Linux)
internal import COpenSSL
internal import Foundation

/// The request that opens a WebSocket, and the check of its answer (RFC 6455, section 4.1).
struct OpeningHandshake {
    let host: String
    let port: UInt16
    let isSecure: Bool
    /// Sent to the server.
    let request: [UInt8]
    private let key: String

    /// - Throws: `.failed` if the address or a header cannot be sent.
    init(_ request: TransportRequest) throws(WebSocketError) {
        let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        let scheme = components?.scheme?.lowercased() ?? ""
        guard let components, let name = components.host, !name.isEmpty,
            ["ws", "wss", "http", "https"].contains(scheme)
        else { throw .failed(.other("\(request.url) is not the address of a WebSocket.")) }
        isSecure = scheme == "wss" || scheme == "https"
        guard let port = UInt16(exactly: components.port ?? (isSecure ? 443 : 80)) else {
            throw .failed(.other("\(request.url) has no such port."))
        }
        self.port = port
        host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
        key = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()

        let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
        let query = components.percentEncodedQuery.map { "?\($0)" } ?? ""
        let authority = host.contains(":") ? "[\(host)]" : host
        var lines = [
            "GET \(path)\(query) HTTP/1.1",
            "Host: \(authority)" + (port == (isSecure ? 443 : 80) ? "" : ":\(port)"),
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: \(key)",
        ]
        for (name, value) in request.headers { lines.append("\(name): \(value)") }
        guard !lines.contains(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) else {
            throw .failed(.other("A header has a control character."))
        }
        self.request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Why the answer with status 101 opens no WebSocket; `nil` if it does.
    func objection(to head: ResponseHead) -> String? {
        func tokens(_ name: String) -> [String] {
            (head.headers[name] ?? "").split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
        }
        if tokens("upgrade") != ["websocket"] { return "the answer upgrades to something else" }
        if !tokens("connection").contains("upgrade") { return "the answer does not upgrade the connection" }
        if head.headers["sec-websocket-accept"] != Self.accept(key) {
            return "the answer belongs to another request"
        }
        if head.headers["sec-websocket-extensions"] != nil { return "an extension that was not offered" }
        if head.headers["sec-websocket-protocol"] != nil { return "a protocol that was not offered" }
        return nil
    }

    /// The proof that the server has understood the request with this key.
    static func accept(_ key: String) -> String {
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: 20)
        let code = unsafe EVP_Digest(text, text.count, &digest, nil, EVP_sha1(), nil)
        return code == 1 ? Data(digest).base64EncodedString() : ""
    }
}

/// Status and headers of an answer.
struct ResponseHead {
    let status: Int
    /// By names in lower case; values of one name are joined by commas.
    let headers: [String: String]

    /// `nil` if it is not HTTP/1.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
        guard !lines.isEmpty else { return nil }
        let first = lines.removeFirst().split(separator: " ", maxSplits: 2)
        guard first.count >= 2, first[0].hasPrefix("HTTP/1."), first[1].utf8.count == 3,
            let status = Int(first[1]), (100...599).contains(status)
        else { return nil }
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased(), default: ""] +=
                headers[line[..<colon].lowercased()] == nil ? value : ", \(value)"
        }
        self.status = status
        self.headers = headers
    }
}
#endif
