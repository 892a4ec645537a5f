/// What a stream sends: a change with its number.
package protocol StreamMessage: Equatable, Sendable {
    /// What a later message replaces, for a reader that is too slow for all of them.
    associatedtype Key: Hashable, Sendable

    var number: Int64 { get }
    var key: Key { get }
    /// The message as a WebSocket frame.
    var frame: [UInt8] { get }

    /// The message that says what both say.
    func merged(over earlier: Self) -> Self
}

extension StreamMessage {
    package func merged(over earlier: Self) -> Self { self }
}
