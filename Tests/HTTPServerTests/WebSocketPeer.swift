internal import Glibc
import TestSupport

/// A client's side of a WebSocket, which sends frames as it is told to, valid or not.
///
/// `@unchecked Sendable`: one thread at a time uses it.
final class WebSocketPeer: @unchecked Sendable {
    struct Frame: Equatable, CustomStringConvertible {
        var first: UInt8
        var payload: [UInt8]

        var opcode: UInt8 { first & 15 }
        var text: String { String(decoding: payload, as: UTF8.self) }
        /// Of a close frame.
        var code: Int? { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
        var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
        var description: String { "\(String(first, radix: 16)) \(text)" }
    }

    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    let client: RawClient

    /// Makes no handshake.
    init(_ client: RawClient) { self.client = client }

    /// Makes the handshake and expects 101.
    convenience init(port: UInt16, path: String = "/socket", receiveBuffer: Int32? = nil) throws {
        self.init(try RawClient(port: port, receiveBuffer: receiveBuffer))
        try client.send(Self.handshake(path))
        let reply = try client.receive()
        guard reply.status == 101 else { throw RawClientError.malformed("\(reply.status) \(reply.text)") }
    }

    static func handshake(_ path: String = "/socket", _ more: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \(key)\r\n\(more)\r\n"
    }

    // MARK: Frames

    /// A masked frame. `first` has the final bit, the reserved bits and the opcode.
    static func frame(_ first: UInt8, _ payload: [UInt8], isMasked: Bool = true) -> [UInt8] {
        head(first, length: UInt64(payload.count), isMasked: isMasked)
            + (isMasked ? zip(payload, 0...).map { $0 ^ mask[$1 & 3] } : payload)
    }

    static let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    static func head(_ first: UInt8, length: UInt64, isMasked: Bool = true) -> [UInt8] {
        let flag: UInt8 = isMasked ? 0x80 : 0
        var head = [first]
        if length < 126 {
            head.append(flag | UInt8(length))
        } else if length < 65_536 {
            head += [flag | 126, UInt8(length >> 8), UInt8(length & 255)]
        } else {
            head.append(flag | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                head.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
            }
        }
        return isMasked ? head + mask : head
    }

    static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }
    static func ping(_ payload: String) -> [UInt8] { frame(0x89, Array(payload.utf8)) }
    static func close(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
        frame(0x88, [UInt8(code >> 8), UInt8(code & 255)] + reason)
    }

    func send(_ frame: [UInt8]) throws { try client.send(frame) }

    /// The next frame; throws when it is masked.
    func receive() throws -> Frame {
        let head = try client.receive(count: 2)
        guard head[1] < 128 else { throw RawClientError.malformed("a masked frame") }
        var length = Int(head[1])
        if length >= 126 {
            length = try client.receive(count: length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        return Frame(first: head[0], payload: try client.receive(count: length))
    }

    /// The frames until the server ends the connection, which must not happen within one.
    func receiveAll() throws -> [Frame] {
        var frames: [Frame] = []
        while true {
            do {
                frames.append(try receive())
            } catch RawClientError.closed(after: "0 of 2 bytes") {
                return frames
            }
        }
    }
}
