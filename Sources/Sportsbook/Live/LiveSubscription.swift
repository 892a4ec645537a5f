internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// One reader of a tenant's updates. Lives on the loop of its socket.
final class LiveSubscription {
    /// From this many unsent bytes on, updates are held here and merged.
    static let mergeFrom = 64 * 1024
    /// Bytes of merged updates at which a reader is cut off.
    static let limit = 1024 * 1024

    /// `nil` for a public reader.
    let token: TokenID?
    let filter: LiveFilter
    private let channel: LiveChannel
    private var socket: PushSocket?
    private var held = HeldUpdates()
    /// Bytes that were missed before the stream began. They do not count towards the limit.
    private var missedSize = 0
    /// The number of the last update that was taken.
    private var seq: Int64
    private var isLost = false

    init(_ channel: LiveChannel, _ filter: LiveFilter, token: TokenID?, seq: Int64) {
        self.channel = channel
        self.filter = filter
        self.token = token
        self.seq = seq
    }

    /// Puts what was missed before the subscription in front of what came since.
    ///
    /// - Parameters:
    ///   - missed: the updates after the number that the reader has, as far as the filter passes them.
    ///   - last: the number of the last one that was read.
    func begin(with missed: HeldUpdates, through last: Int64) {
        var all = missed
        missedSize = missed.size
        for update in held.take(upTo: .max) where update.seq > last {
            all.add(update, size: update.frame.count)
        }
        held = all
        seq = max(seq, last)
    }

    /// Sends what was collected, and from now on what comes.
    func open(_ socket: PushSocket) {
        self.socket = socket
        socket.whenClosed = { [self] _ in
            self.socket = nil
            channel.closed(self)
        }
        socket.whenDrained = { [weak self] in self?.flush() }
        channel.opened(self)
        if isLost { return lose() }
        flush()
    }

    func take(_ batch: LiveBatch) {
        guard batch.through > seq else { return }
        defer { seq = batch.through }
        guard let socket, held.isEmpty, socket.unsent < Self.mergeFrom else { return hold(batch) }
        if filter.isEverything && batch.from >= seq { return socket.send(batch.frames) }
        var frames: [UInt8] = []
        for item in batch.items where item.update.seq > seq && filter.passes(item.update) {
            frames += filter.form == nil ? batch.frames[item.range] : item.update.frame(in: filter.form)[...]
        }
        if !frames.isEmpty { socket.send(frames) }
    }

    private func hold(_ batch: LiveBatch) {
        for item in batch.items where item.update.seq > seq && filter.passes(item.update) {
            held.add(item.update, size: item.range.count)
        }
        guard let socket else { return }
        if held.size > Self.limit + missedSize {
            socket.close(1013, "The reader is too slow. Continue with after.")
        } else {
            flush()
        }
    }

    /// Sends held updates as long as the socket takes them.
    private func flush() {
        guard let socket else { return }
        while !held.isEmpty, socket.unsent < Self.mergeFrom {
            socket.send(held.takeFrames(upTo: Self.mergeFrom, in: filter.form))
        }
        if held.isEmpty { missedSize = 0 }
    }

    /// Updates were lost: the reader must begin again.
    func lose() {
        isLost = true
        socket?.close(1013, "Updates were lost. Load the tree again.")
    }

    func close(_ code: UInt16, _ reason: String) { socket?.close(code, reason) }
}
