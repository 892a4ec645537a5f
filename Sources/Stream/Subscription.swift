package import HTTPServer
package import Tenancy

/// One reader of a stream. Lives on the loop of its socket.
package final class Subscription<Message: StreamMessage> {
    /// Bytes of merged messages at which a reader is cut off.
    package static var limit: Int { 1024 * 1024 }

    /// Whose end is the end of the stream; `nil` for a public reader.
    package var token: TokenID?
    /// `nil` if it gets all messages.
    private let passes: ((Message) -> Bool)?
    /// From so many held bytes on, a message replaces an earlier one with its key.
    private let mergeFrom: Int
    /// `nil` if it gets frames.
    private let encode: ((Message) -> [UInt8])?
    private var opened: ((Subscription) -> Void)?
    private var closed: ((Subscription) -> Void)?
    private var socket: PushSocket?
    private var held = HeldMessages<Message>()
    /// Bytes that were missed before the stream began. They do not count towards the limit.
    private var missedSize = 0
    /// The number of the last message that was taken.
    private var number: Int64
    private var isLost = false

    /// A subscription that collects messages until it is opened.
    ///
    /// - Parameters:
    ///   - number: of the last message that it does not get.
    ///   - mergeFrom: from how many held bytes on only the latest message with a key is kept.
    ///   - passes: which messages it gets; `nil` for all.
    ///   - encode: their bytes; `nil` for frames.
    ///   - opened: called when it has its socket, and `closed` when that is gone.
    package init(
        token: TokenID?,
        after number: Int64,
        mergeFrom: Int = 0,
        passes: ((Message) -> Bool)? = nil,
        as encode: ((Message) -> [UInt8])? = nil,
        opened: @escaping (Subscription) -> Void,
        closed: @escaping (Subscription) -> Void
    ) {
        self.token = token
        self.number = number
        self.mergeFrom = mergeFrom
        self.passes = passes
        self.encode = encode
        self.opened = opened
        self.closed = closed
    }

    /// Puts what was missed before the subscription in front of what came since.
    ///
    /// - Parameters:
    ///   - missed: the messages after the number that the reader has, as far as they pass.
    ///   - last: the number of the last one that was read.
    package func begin(with missed: HeldMessages<Message>, through last: Int64) {
        var all = missed
        missedSize = missed.size
        for message in held.take(upTo: .max) where message.number > last {
            all.add(message, size: message.frame.count, merges: mergeFrom == 0)
        }
        held = all
        number = max(number, last)
    }

    /// Sends what was collected, and from now on what comes.
    package func open(_ socket: PushSocket) {
        self.socket = socket
        socket.whenClosed = { [self] _ in
            self.socket = nil
            closed?(self)
            closed = nil
        }
        socket.whenDrained = { [weak self] in self?.flush() }
        opened?(self)
        opened = nil
        if isLost { return lose() }
        flush()
    }

    package func take(_ batch: MessageBatch<Message>) {
        guard batch.through > number else { return }
        defer { number = batch.through }
        guard let socket, held.isEmpty, socket.unsent < PushSocket.highWater else { return hold(batch) }
        if passes == nil, encode == nil, batch.from >= number { return socket.send(batch.frames) }
        var bytes: [UInt8] = []
        for item in batch.items where isWanted(item.message) {
            bytes += encode.map { $0(item.message)[...] } ?? batch.frames[item.range]
        }
        if !bytes.isEmpty { socket.send(bytes) }
    }

    private func isWanted(_ message: Message) -> Bool {
        message.number > number && (passes.map { $0(message) } ?? true)
    }

    private func hold(_ batch: MessageBatch<Message>) {
        for item in batch.items where isWanted(item.message) {
            held.add(item.message, size: item.range.count, merges: held.size >= mergeFrom + missedSize)
        }
        guard let socket else { return }
        if held.size > Self.limit + missedSize {
            socket.close(1013, "The reader is too slow. Continue with after.")
        } else {
            flush()
        }
    }

    /// Sends held messages as long as the socket takes them.
    private func flush() {
        guard let socket else { return }
        while !held.isEmpty, socket.unsent < PushSocket.highWater {
            socket.send(held.takeBytes(upTo: PushSocket.highWater, as: encode))
        }
        if held.isEmpty { missedSize = 0 }
    }

    /// Messages were lost: the reader must begin again.
    package func lose() {
        isLost = true
        socket?.close(1013, "Messages were lost. Read again what you show.")
    }

    package func close(_ code: UInt16, _ reason: String) { socket?.close(code, reason) }
}
