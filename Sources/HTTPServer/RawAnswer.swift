internal import CLinux
internal import Glibc

/// An answer written past libmicrohttpd, for cases it does not handle: refusing in the middle of a body, and refusing
/// bytes that it must not see.
enum RawAnswer {
    private static let reasons = [
        400: "Bad Request", 413: "Content Too Large", 414: "URI Too Long",
        431: "Request Header Fields Too Large",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]

    static func write(_ response: Response, requestID: String, to socket: Int32) {
        var text = "HTTP/1.1 \(response.status) \(reasons[response.status] ?? "Error")\r\n"
        for field in response.headers.fields { text += "\(field.name): \(field.value)\r\n" }
        text +=
            "X-Request-Id: \(requestID)\r\nContent-Length: \(response.body.count)\r\nConnection: close\r\n\r\n"
        let bytes = Array(text.utf8) + response.body.bytes
        // Less than a kilobyte into an empty send buffer: it is written completely, or the peer is gone.
        _ = unsafe Glibc.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
}
