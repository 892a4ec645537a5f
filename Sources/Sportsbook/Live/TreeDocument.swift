internal import Database
internal import ParlayAPI

/// The tree of open tournaments as JSON, event by event, so that a change encodes one event again and no other.
struct TreeDocument: Sendable {
    struct Event: Sendable {
        let id: EventID
        let startsAt: Timestamp
        let isDecided: Bool
        let resource: SportsEvent
        /// As in the tree.
        let json: [UInt8]
        /// In the form of the original app; empty if it has no market that the app can show.
        let original: [UInt8]

        init(_ tree: EventTree) {
            id = tree.event.id
            startsAt = tree.event.startsAt
            isDecided = tree.event.isDecided
            resource = tree.resource
            json = resource.jsonBytes()
            original = OriginalFeed.event(tree)
        }
    }

    struct Branch: Sendable {
        let row: TournamentRow
        /// In the order of their start.
        fileprivate(set) var events: [Event]
    }

    private(set) var seq: Int64
    private(set) var branches: [Branch] = []
    private var homes: [EventID: TournamentID] = [:]

    /// Reads the rows of `LiveStore.tree`. Takes milliseconds for each thousand: not on a loop.
    init(_ lines: Rows<SnapshotLine>) throws(DatabaseError) {
        seq = try lines.one.seq
        var trees: [EventTree] = []
        for line in try lines.all {
            guard let tournament = line.tournament else { continue }
            if branches.last?.row.id != tournament.id {
                finish(&trees)
                branches.append(Branch(row: tournament, events: []))
            }
            if let event = line.event { trees.add(event, line.market, line.outcome) }
        }
        finish(&trees)
    }

    private mutating func finish(_ trees: inout [EventTree]) {
        guard let last = branches.indices.last else { return }
        branches[last].events = trees.map(Event.init)
        for tree in trees { homes[tree.event.id] = branches[last].row.id }
        trees = []
    }

    /// Applies the rows of `LiveStore.changes`; false if the whole tree must be read again.
    mutating func apply(_ lines: Rows<ChangedLine>) throws(DatabaseError) -> Bool {
        let lines = try lines.all
        guard let first = lines.first else { return false }
        guard first.pruned <= seq, first.seq >= seq, !lines.contains(where: \.isWhole) else { return false }
        var trees: [EventTree] = []
        var deleted: [EventID] = []
        for line in lines {
            guard let id = line.id else { continue }
            if let event = line.event {
                trees.add(event, line.market, line.outcome)
            } else {
                deleted.append(id)
            }
        }
        for id in deleted { remove(id) }
        for tree in trees {
            remove(tree.event.id)
            guard let branch = branches.firstIndex(where: { $0.row.id == tree.event.tournament }) else {
                // A tournament that had nothing to bet on, or is new. A decided event does not bring it here.
                if tree.event.isDecided { continue }
                return false
            }
            homes[tree.event.id] = tree.event.tournament
            insert(Event(tree), into: branch)
        }
        seq = first.seq
        return true
    }

    private mutating func remove(_ id: EventID) {
        guard let home = homes.removeValue(forKey: id),
            let branch = branches.firstIndex(where: { $0.row.id == home })
        else { return }
        branches[branch].events.removeAll { $0.id == id }
    }

    private mutating func insert(_ event: Event, into branch: Int) {
        let place =
            branches[branch].events.firstIndex {
                ($0.startsAt, $0.id.rawValue) > (event.startsAt, event.id.rawValue)
            } ?? branches[branch].events.count
        branches[branch].events.insert(event, at: place)
    }

    private var shown: [Branch] { branches.filter { $0.events.contains { !$0.isDecided } } }

    /// `SportsbookTree` as JSON.
    var json: [UInt8] { json(of: LiveFilter()) }

    /// The part of the tree that a filter passes.
    func json(of filter: LiveFilter) -> [UInt8] {
        var bytes = Array(#"{"seq":\#(seq),"tournaments":["#.utf8)
        var isFirst = true
        for branch in shown {
            let isWhole = filter.isEverything || filter.tournaments.contains(branch.row.id)
            let events = isWhole ? branch.events : branch.events.filter { filter.events.contains($0.id) }
            guard isWhole || !events.isEmpty else { continue }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes += branch.row.resource.jsonBytes().dropLast()
            bytes += Array(#","events":["#.utf8)
            for (number, event) in events.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += event.json
            }
            bytes += Array("]}".utf8)
        }
        return bytes + Array("]}".utf8)
    }

    /// The same as a value, for the pages.
    func value(of filter: LiveFilter) -> SportsbookTree {
        let tournaments = shown.compactMap { branch -> SportsbookTournament? in
            let isWhole = filter.isEverything || filter.tournaments.contains(branch.row.id)
            let events = isWhole ? branch.events : branch.events.filter { filter.events.contains($0.id) }
            guard isWhole || !events.isEmpty else { return nil }
            return SportsbookTournament(branch.row.resource, events: events.map(\.resource))
        }
        return SportsbookTree(seq: seq, tournaments: tournaments)
    }

    /// The array of the original app.
    var originalFeed: [UInt8] {
        var bytes = Array("[".utf8)
        for branch in shown {
            let events = branch.events.filter { !$0.isDecided && !$0.original.isEmpty }.map(\.original)
            guard !events.isEmpty else { continue }
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            bytes += OriginalFeed.tournament(branch.row, events)
        }
        return bytes + Array("]".utf8)
    }
}
