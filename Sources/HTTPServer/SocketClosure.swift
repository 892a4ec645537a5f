/// How a WebSocket ended.
package struct SocketClosure: Sendable, Equatable {
    package enum Side: Sendable { case server, peer }

    /// The side that ended it.
    package let side: Side
    /// 1005: the peer's close frame has no code. 1006: the peer went without one (RFC 6455, 7.4.1).
    package let code: UInt16
    package let reason: String

    package init(side: Side, code: UInt16, reason: String = "") {
        self.side = side
        self.code = code
        self.reason = reason
    }

    static let vanished = SocketClosure(side: .peer, code: 1006)
}
