internal import Synchronization

/// ICU's objects of the whole process. Each is made at first use, and used inside the lock.
final class ICUCache: Sendable {
    /// At most 4 MB, by the costs below.
    static let shared = ICUCache(budget: 512)

    struct Key: Hashable {
        let recipe: ICURecipe
        let locale: String
    }

    struct Entry {
        let handle: ICUHandle
        var lastUse: UInt64
    }

    /// A text with numbers: "Came to 7 of 8 meetups". A list has few of them many times.
    private struct Counted: Hashable {
        let pattern: String
        let locale: String
        let arguments: [NamedArgument]
    }

    struct State {
        var entries: [Key: Entry] = [:]
        var uses: UInt64 = 0
        var cost = 0
    }

    private static let countedLimit = 1_000

    private let budget: Int
    private let state = Mutex(State())
    private let counted = Mutex<[Counted: String]>([:])

    init(budget: Int) {
        self.budget = budget
    }

    /// A text of a pattern. What ICU made of numbers alone is kept, and nothing that people wrote.
    func message(_ pattern: String, _ locale: String, _ arguments: [NamedArgument]) throws(ICUError) -> String
    {
        let isCounted = arguments.allSatisfy { if case .number = $0.value { true } else { false } }
        let key = Counted(pattern: pattern, locale: locale, arguments: arguments)
        if isCounted, let text = counted.withLock({ $0[key] }) { return text }
        let text = try with(.message(pattern), locale) { (handle) throws(ICUError) in
            try handle.message(arguments)
        }
        if isCounted {
            counted.withLock { counted in
                if counted.count >= Self.countedLimit { counted.removeAll(keepingCapacity: true) }
                counted[key] = text
            }
        }
        return text
    }

    func with(
        _ recipe: ICURecipe,
        _ locale: String,
        _ body: (ICUHandle) throws(ICUError) -> String
    ) throws(ICUError) -> String {
        try state.withLock { (state) throws(ICUError) in
            state.uses += 1
            let key = Key(recipe: recipe, locale: locale)
            if let index = state.entries.index(forKey: key) {
                state.entries.values[index].lastUse = state.uses
                return try body(state.entries.values[index].handle)
            }
            let handle = try ICUHandle(recipe, locale: locale)
            if state.cost + recipe.cost > budget { state.dropOlderHalf() }
            state.entries[key] = Entry(handle: handle, lastUse: state.uses)
            state.cost += recipe.cost
            return try body(handle)
        }
    }
}

extension ICUCache.State {
    mutating func dropOlderHalf() {
        let lastUses = entries.values.map(\.lastUse).sorted()
        let middle = lastUses[lastUses.count / 2]
        entries = entries.filter { $0.value.lastUse > middle }
        cost = entries.keys.reduce(0) { $0 + $1.recipe.cost }
    }
}

extension ICURecipe {
    /// The memory of one object, in units of 8 KB. Dates have copies of all names of months and days.
    fileprivate var cost: Int {
        switch self {
        case .dates, .relative: 7
        case .message, .numbers, .list, .languages: 1
        }
    }
}
