internal import Reactor

/// The last updates of a tenant, merged and encoded, so that a reader that resumes costs neither the database nor the encoder
/// anything: of several updates about one thing only the latest. Pure.
struct LiveHistory {
    /// For how long updates are kept here; as long as the database keeps them.
    static let age = Duration.seconds(600)
    /// Things whose updates are kept, at most.
    static let limit = 20_000

    struct Entry: Sendable {
        let update: LiveUpdate
        /// The message as a frame.
        let frame: [UInt8]
        let readAt: Instant
    }

    private struct Key: Hashable {
        let subject: LiveUpdate.Key
        /// Only of `tree`: readers of one tournament are not told by an update about another.
        var tournament: TournamentID?
        var event: EventID?

        init(_ update: LiveUpdate) {
            subject = update.key
            if subject == .tree { (tournament, event) = (update.tournament, update.event) }
        }
    }

    /// Every update after this number is here, or a later one about the same thing.
    private(set) var start: Int64
    /// In the order of their numbers; `nil` where an entry was replaced.
    private var entries: [Entry?] = []
    /// The numbers of all entries, also of those that were replaced.
    private var numbers: [Int64] = []
    private var places: [Key: Int] = [:]
    private var head = 0

    init(after start: Int64) { self.start = start }

    var count: Int { places.count }

    mutating func add(_ update: LiveUpdate, frame: [UInt8], at now: Instant) {
        let key = Key(update)
        var entry = Entry(update: update, frame: frame, readAt: now)
        if let place = places[key], let earlier = entries[place] {
            let merged = update.merged(over: earlier.update)
            if merged != update { entry = Entry(update: merged, frame: merged.frame, readAt: now) }
            entries[place] = nil
        }
        places[key] = entries.count
        entries.append(entry)
        numbers.append(update.seq)
        expire(at: now)
        if entries.count > 64 && entries.count > 2 * places.count { compact() }
    }

    /// Puts what was read of earlier updates in front; it ends where this begins.
    mutating func extend(with earlier: LiveHistory) {
        let later = entries[head...].compactMap(\.self)
        self = earlier
        for entry in later { add(entry.update, frame: entry.frame, at: entry.readAt) }
    }

    /// What a reader with this number has missed; `nil` if that reaches further back.
    func missed(after seq: Int64, _ filter: LiveFilter) -> [Entry]? {
        guard seq >= start else { return nil }
        // The first number after it.
        var (low, high) = (head, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] <= seq { low = middle + 1 } else { high = middle }
        }
        return entries[low...].compactMap { entry in
            guard let entry, filter.isEverything || filter.passes(entry.update) else { return nil }
            return entry
        }
    }

    private mutating func expire(at now: Instant) {
        while head < entries.count {
            // What was replaced is not missed: its later update is here.
            if let entry = entries[head] {
                guard places.count > Self.limit || now - entry.readAt > Self.age else { return }
                places[Key(entry.update)] = nil
                entries[head] = nil
                start = max(start, numbers[head])
            }
            head += 1
        }
    }

    private mutating func compact() {
        var kept: [Entry?] = []
        var keptNumbers: [Int64] = []
        places.removeAll(keepingCapacity: true)
        for case let entry? in entries[head...] {
            places[Key(entry.update)] = kept.count
            kept.append(entry)
            keptNumbers.append(entry.update.seq)
        }
        entries = kept
        numbers = keptNumbers
        head = 0
    }
}
