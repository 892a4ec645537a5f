/// A message of the live stream: what has changed in the tree, and its number.
///
/// Numbers rise within a tenant, in the order in which the changes were committed; some are left out, because only the
/// latest of several changes of one thing is sent to a slow reader.
public struct LiveMessage: Sendable, Hashable {
    /// What has changed, by id; names are in the tree only.
    public enum Change: Sendable, Hashable {
        /// `{"event": "7", "startTime": 1600260600}`: the event is new, or starts at another time. In seconds since 1970.
        case start(event: Int64, seconds: Int64)
        /// `{"event": "7", "status": "final", "score": "21-20"}`: home first; `null` without a score.
        case event(Int64, Extensible<EventStatus>, Score?)
        /// `{"market": "8", "status": "suspended"}`: the market is new or has another state. A deleted one is `void`.
        case market(Int64, Extensible<MarketStatus>)
        /// `{"outcome": "9", "price": "+300"}`, with `"status"` where that has changed.
        case outcome(Int64, AmericanPrice, Extensible<OutcomeStatus>?)
        /// Something that no other message can say, such as a new name: load the tree again. It is sent as a market with the
        /// id 0, which no market has, because an unknown id means the same.
        case tree
    }

    /// Goals or points.
    public struct Score: Sendable, Hashable {
        /// The home team's.
        public var home: Int
        /// The away team's.
        public var away: Int

        public init(home: Int, away: Int) {
            self.home = home
            self.away = away
        }
    }

    /// The number of the message, as `seq` of the tree counts.
    public var seq: Int64
    /// What has changed.
    public var change: Change

    /// A change with its number.
    public init(seq: Int64, _ change: Change) {
        self.seq = seq
        self.change = change
    }
}

extension LiveMessage: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            switch change {
            case .start(let event, let seconds):
                writer.key("event")
                writer.string(event.description)
                writer.key("startTime")
                writer.integer(seconds)
            case .event(let event, let status, let score):
                writer.key("event")
                writer.string(event.description)
                writer.key("status")
                writer.string(status.rawValue)
                writer.key("score")
                if let score { writer.string("\(score.home)-\(score.away)") } else { writer.null() }
            case .market(let market, let status):
                writer.key("market")
                writer.string(market.description)
                writer.key("status")
                writer.string(status.rawValue)
            case .outcome(let outcome, let price, let status):
                writer.key("outcome")
                writer.string(outcome.description)
                writer.key("price")
                writer.string(price.text)
                if let status {
                    writer.key("status")
                    writer.string(status.rawValue)
                }
            case .tree:
                writer.key("market")
                writer.string("0")
                writer.key("status")
                writer.string(MarketStatus.void.rawValue)
            }
            writer.key("seq")
            writer.integer(seq)
        }
    }
}

extension LiveMessage {
    /// Reads a message; `nil` if it has no number or is of a kind that this version does not know, which later servers may
    /// send.
    public init?(_ text: String) {
        guard let object = try? JSONParser.parseObject(Array(text.utf8)),
            case .integer(let seq)? = object["seq"],
            let change = Change(object)
        else { return nil }
        self.init(seq: seq, change)
    }
}

extension LiveMessage.Change {
    fileprivate init?(_ object: JSONObject) {
        func id(_ key: String) -> Int64? {
            guard case .string(let text)? = object[key] else { return nil }
            return Int64(text)
        }
        func text(_ key: String) -> String? {
            guard case .string(let text)? = object[key] else { return nil }
            return text
        }
        if let event = id("event") {
            if case .integer(let seconds)? = object["startTime"] {
                self = .start(event: event, seconds: seconds)
            } else if let status = text("status") {
                let score = text("score").map { LiveMessage.Score($0) }
                if case .some(.none) = score { return nil }
                self = .event(event, Extensible(rawValue: status), score ?? nil)
            } else {
                return nil
            }
        } else if let market = id("market"), let status = text("status") {
            self = market == 0 ? .tree : .market(market, Extensible(rawValue: status))
        } else if let outcome = id("outcome"), let price = text("price").flatMap({ AmericanPrice($0) }) {
            self = .outcome(outcome, price, text("status").map { Extensible(rawValue: $0) })
        } else {
            return nil
        }
    }
}

extension LiveMessage.Score {
    /// `21-20`, home first.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let home = Int(parts[0]), let away = Int(parts[1]) else { return nil }
        self.init(home: home, away: away)
    }
}

/// The answer to `POST /live/tickets/`: opens one stream from a browser, which cannot send a header.
public struct LiveTicket: Resource, Hashable {
    /// A secret for the query of the stream's address: `?ticket=`.
    public var ticket: String
    /// A minute after it was made.
    public var expiresAt: Timestamp

    public init(ticket: String, expiresAt: Timestamp) {
        self.ticket = ticket
        self.expiresAt = expiresAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("ticket", &ticket, "For `?ticket=` of the stream, once.")
        object.member("expires_at", &expiresAt, "A minute after it was made.")
    }
}

extension LiveTicket {
    package static var schemaSummary: String { "Opens one live stream." }

    package static var example: LiveTicket {
        LiveTicket(ticket: "uY3kq0vZQmC1o5yH2l8TqV7gH0cJr1dW", expiresAt: .example)
    }
}
