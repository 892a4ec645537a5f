internal import HTTPServer
internal import ParlayAPI
internal import Stream

typealias LiveBatch = MessageBatch<LiveUpdate>
typealias LiveSubscription = Subscription<LiveUpdate>
typealias HeldUpdates = HeldMessages<LiveUpdate>

extension LiveUpdate: StreamMessage {
    /// What an update replaces: an earlier one with the same key.
    enum Key: Hashable {
        case start(Int64)
        case event(Int64)
        case market(Int64)
        case outcome(Int64)
        case tree
    }

    var number: Int64 { seq }

    var key: Key {
        switch message.change {
        case .start(let event, _): .start(event)
        case .event(let event, _, _): .event(event)
        case .market(let market, _): .market(market)
        case .outcome(let outcome, _, _): .outcome(outcome)
        case .tree: .tree
        }
    }

    /// A message about a price says nothing of the status that an earlier one has changed.
    func merged(over earlier: LiveUpdate) -> LiveUpdate {
        guard case .outcome(let id, let price, nil) = message.change,
            case .outcome(_, _, let status?) = earlier.message.change
        else { return self }
        let message = LiveMessage(seq: seq, .outcome(id, price, status))
        return LiveUpdate(message, tournament: tournament, event: event)
    }

    var frame: [UInt8] { PushForm.webSocket.message(message.jsonBytes()) }

    /// The message as the original app reads it; empty if it does not know it.
    var originalFrame: [UInt8] {
        originalText.map { PushForm.webSocket.message(Array($0.utf8)) } ?? []
    }

    /// The same as text; `nil` if the app does not know it.
    var originalText: String? {
        switch message.change {
        case .start(let event, let seconds): #"{"event":"\#(event)","startTime":\#(seconds)}"#
        case .outcome(let outcome, let price, _): #"{"outcome":"\#(outcome)","price":"\#(price.text)"}"#
        case .event, .market, .tree: nil
        }
    }
}
