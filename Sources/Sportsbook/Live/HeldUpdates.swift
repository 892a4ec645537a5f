internal import ParlayAPI

/// Updates that wait for a reader, in the order of their numbers: of several about one thing only the latest.
struct HeldUpdates {
    /// What an update replaces: an earlier one with the same subject.
    private enum Subject: Hashable {
        case start(Int64)
        case event(Int64)
        case market(Int64)
        case outcome(Int64)
        case tree
    }

    private struct Entry {
        var update: LiveUpdate
        let size: Int
    }

    /// In order; `nil` where an entry was replaced.
    private var entries: [Entry?] = []
    private var places: [Subject: Int] = [:]
    private var head = 0
    /// The bytes of their frames.
    private(set) var size = 0

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }

    /// - Parameter size: of the update's frame, in bytes.
    mutating func add(_ update: LiveUpdate, size: Int) {
        let subject = Self.subject(of: update)
        var update = update
        if let place = places[subject], let earlier = entries[place] {
            update = Self.merged(update, over: earlier.update)
            entries[place] = nil
            self.size -= earlier.size
        }
        places[subject] = entries.count
        entries.append(Entry(update: update, size: size))
        self.size += size
        if entries.count > 64 && entries.count > 2 * places.count { compact() }
    }

    /// Takes the first updates off, until their frames have `size` bytes or none is left.
    mutating func take(upTo size: Int) -> [LiveUpdate] {
        var taken: [LiveUpdate] = []
        var bytes = 0
        while head < entries.count, bytes < size {
            defer { head += 1 }
            guard let entry = entries[head] else { continue }
            entries[head] = nil
            places[Self.subject(of: entry.update)] = nil
            self.size -= entry.size
            bytes += entry.size
            taken.append(entry.update)
        }
        if head == entries.count {
            entries.removeAll(keepingCapacity: false)
            head = 0
        }
        return taken
    }

    private mutating func compact() {
        entries = entries[head...].filter { $0 != nil }
        head = 0
        for (place, entry) in entries.enumerated() {
            if let entry { places[Self.subject(of: entry.update)] = place }
        }
    }

    private static func subject(of update: LiveUpdate) -> Subject {
        switch update.message.change {
        case .start(let event, _): .start(event)
        case .event(let event, _, _): .event(event)
        case .market(let market, _): .market(market)
        case .outcome(let outcome, _, _): .outcome(outcome)
        case .tree: .tree
        }
    }

    /// A message about a price says nothing of the status that an earlier one has changed.
    private static func merged(_ update: LiveUpdate, over earlier: LiveUpdate) -> LiveUpdate {
        guard case .outcome(let id, let price, nil) = update.message.change,
            case .outcome(_, _, let status?) = earlier.message.change
        else { return update }
        let message = LiveMessage(seq: update.seq, .outcome(id, price, status))
        return LiveUpdate(message, tournament: update.tournament, event: update.event)
    }
}
