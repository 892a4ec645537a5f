internal import HTTPServer
internal import ParlayAPI

/// Updates that were read together, with their frames, which are encoded once for all readers.
final class LiveBatch: Sendable {
    struct Item: Sendable {
        let update: LiveUpdate
        /// Its place in `frames`.
        let range: Range<Int>
    }

    /// The number before the first one: readers that have it have missed nothing.
    let from: Int64
    let through: Int64
    let items: [Item]
    /// The frames of all items, one after the other.
    let frames: [UInt8]

    /// - Parameters:
    ///   - from: the number of the last update that was read before.
    ///   - updates: at least one.
    init(from: Int64, _ updates: [LiveUpdate]) {
        self.from = from
        through = updates.last?.seq ?? from
        var frames: [UInt8] = []
        frames.reserveCapacity(updates.count * 64)
        items = updates.map { update in
            let start = frames.count
            frames += update.frame
            return Item(update: update, range: start..<frames.count)
        }
        self.frames = frames
    }
}

extension LiveUpdate {
    /// The message as a WebSocket frame.
    var frame: [UInt8] { PushForm.webSocket.message(message.jsonBytes()) }

    /// The same in a form; the original app knows only some messages.
    func frame(in form: LiveForm?) -> [UInt8] {
        form == nil ? frame : originalText.map { PushForm.webSocket.message(Array($0.utf8)) } ?? []
    }

    /// The message as the original app reads it; `nil` if it does not know it.
    var originalText: String? {
        switch message.change {
        case .start(let event, let seconds): #"{"event":"\#(event)","startTime":\#(seconds)}"#
        case .outcome(let outcome, let price, _): #"{"outcome":"\#(outcome)","price":"\#(price.text)"}"#
        case .event, .market, .tree: nil
        }
    }
}
