public import ParlayAPI

/// One thing, now and after each change of it. It ends when the thing is gone.
public struct Followed<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value

    let events: Parlay.Events
    let topic: EventTopic
    let read: @Sendable () async throws(ParlayError) -> Value

    public func makeAsyncIterator() -> Iterator {
        Iterator(events: events.makeAsyncIterator(), topic: topic, read: read)
    }

    /// Reads at the first `next()`, and after each change.
    public struct Iterator: AsyncIteratorProtocol {
        var events: Parlay.Events.Iterator
        let topic: EventTopic
        let read: @Sendable () async throws(ParlayError) -> Value

        /// What it is after the next change; `nil` once it is gone.
        public mutating func next() async throws(ParlayError) -> Value? {
            while let change = try await events.next() {
                if case .event(let event) = change, event.topic != topic { continue }
                do throws(ParlayError) {
                    return try await read()
                } catch {
                    if error.problem?.status == 404 { return nil }
                    throw error
                }
            }
            return nil
        }
    }
}

extension Parlay.Matches {
    /// The match, now and after each move of either person; ends when one of them ends it.
    ///
    ///     for try await match in parlay.matches.follow(328) { self.match = match }
    public func follow(_ id: Match.ID) -> Followed<Versioned<Match>> {
        let matches = self
        return Followed(events: Parlay.Events(engine: engine), topic: .match(id)) {
            () async throws(ParlayError) in try await matches.get(.id(id))
        }
    }
}

extension Parlay.Wagers {
    /// The wager, now and after each move that the caller is told of; ends when it is gone.
    public func follow(_ id: Wager.ID) -> Followed<Versioned<Wager>> {
        let wagers = self
        return Followed(events: Parlay.Events(engine: engine), topic: .wager(id)) {
            () async throws(ParlayError) in try await wagers.get(id)
        }
    }
}
