internal import Synchronization

/// ICU's objects of the whole process. Each is made at first use, and used inside the lock.
final class ICUCache: Sendable {
    static let shared = ICUCache(limit: 256)

    fileprivate struct Key: Hashable {
        let recipe: ICURecipe
        let locale: String
    }

    fileprivate struct Entry {
        let handle: ICUHandle
        var lastUse: UInt64
    }

    fileprivate struct State {
        var entries: [Key: Entry] = [:]
        var uses: UInt64 = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { state.withLock { $0.entries.count } }

    func with(
        _ recipe: ICURecipe,
        _ locale: String,
        _ body: (ICUHandle) throws(ICUError) -> String
    ) throws(ICUError) -> String {
        try state.withLock { (state) throws(ICUError) in
            state.uses += 1
            let key = Key(recipe: recipe, locale: locale)
            if let found = state.entries[key] {
                state.entries[key]?.lastUse = state.uses
                return try body(found.handle)
            }
            let handle = try ICUHandle(recipe, locale: locale)
            if state.entries.count >= limit { state.dropOlderHalf() }
            state.entries[key] = Entry(handle: handle, lastUse: state.uses)
            return try body(handle)
        }
    }
}

extension ICUCache.State {
    mutating func dropOlderHalf() {
        let middle = entries.values.map(\.lastUse).sorted()[entries.count / 2]
        entries = entries.filter { $0.value.lastUse > middle }
    }
}
