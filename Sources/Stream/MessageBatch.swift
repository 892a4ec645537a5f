/// Messages that were read together, with their frames, which are encoded once for all readers.
package final class MessageBatch<Message: StreamMessage>: Sendable {
    package struct Item: Sendable {
        package let message: Message
        /// Its place in `frames`.
        package let range: Range<Int>
    }

    /// The number before the first one: readers that have it have missed nothing.
    package let from: Int64
    package let through: Int64
    package let items: [Item]
    /// The frames of all items, one after the other.
    package let frames: [UInt8]

    /// - Parameters:
    ///   - from: the number of the last message that was read before.
    ///   - messages: at least one.
    package init(from: Int64, _ messages: [Message]) {
        self.from = from
        through = messages.last?.number ?? from
        var frames: [UInt8] = []
        frames.reserveCapacity(messages.count * 64)
        items = messages.map { message in
            let start = frames.count
            frames += message.frame
            return Item(message: message, range: start..<frames.count)
        }
        self.frames = frames
    }
}
