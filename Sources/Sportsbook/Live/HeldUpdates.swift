internal import ParlayAPI

/// Updates that wait for a reader, in the order of their numbers: of several about one thing only the latest.
struct HeldUpdates {
    private struct Entry {
        var update: LiveUpdate
        let size: Int
        /// `nil` if it is still to be encoded.
        var frame: [UInt8]?
    }

    /// In order; `nil` where an entry was replaced.
    private var entries: [Entry?] = []
    private var places: [LiveUpdate.Subject: Int] = [:]
    private var head = 0
    /// The bytes of their frames.
    private(set) var size = 0

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }

    /// - Parameters:
    ///   - size: of the update's frame, in bytes.
    ///   - frame: if it is encoded already.
    mutating func add(_ update: LiveUpdate, size: Int, frame: [UInt8]? = nil) {
        let subject = update.subject
        var entry = Entry(update: update, size: size, frame: frame)
        if let place = places[subject], let earlier = entries[place] {
            entry.update = update.merged(over: earlier.update)
            if entry.update != update { entry.frame = nil }
            entries[place] = nil
            self.size -= earlier.size
        }
        places[subject] = entries.count
        entries.append(entry)
        self.size += size
        if entries.count > 64 && entries.count > 2 * places.count { compact() }
    }

    /// Takes the first updates off, until their frames have `size` bytes or none is left.
    mutating func take(upTo size: Int) -> [LiveUpdate] { takeEntries(upTo: size).map(\.update) }

    /// The same, as their frames.
    mutating func takeFrames(upTo size: Int, in form: LiveForm? = nil) -> [UInt8] {
        takeEntries(upTo: size).reduce(into: []) { frames, entry in
            let encoded = form == nil ? entry.frame : nil
            frames += encoded ?? entry.update.frame(in: form)
        }
    }

    private mutating func takeEntries(upTo size: Int) -> [Entry] {
        var taken: [Entry] = []
        var bytes = 0
        while head < entries.count, bytes < size {
            defer { head += 1 }
            guard let entry = entries[head] else { continue }
            entries[head] = nil
            places[entry.update.subject] = nil
            self.size -= entry.size
            bytes += entry.size
            taken.append(entry)
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
            if let entry { places[entry.update.subject] = place }
        }
    }
}

extension LiveUpdate {
    /// What an update replaces: an earlier one with the same subject.
    enum Subject: Hashable {
        case start(Int64)
        case event(Int64)
        case market(Int64)
        case outcome(Int64)
        case tree
    }

    var subject: Subject {
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
}
