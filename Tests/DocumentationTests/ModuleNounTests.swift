import FoundationEssentials
import Testing

/// What a module knows stays with it: other sources do not name what it is about. Comments count too.
struct ModuleNounTests {
    private struct Nouns {
        /// Where they belong.
        let folders: Set<String>
        /// Whole words in lower case, also as parts of other names: `WagerRow` holds "wager". Left out are words that mean
        /// something else elsewhere, such as a match of patterns.
        let words: Set<String>
        /// Names as they are written.
        let names: [String]
    }

    private static let modules = [
        Nouns(
            folders: ["Meetups"],
            words: ["languages", "meetup", "meetups", "partner", "partners", "reliability"],
            names: [
                "known_lang", "knownLang", "learn_lang", "learnLang", "met_count", "no_show", "noShow",
                "WordUp",
            ]
        ),
        Nouns(
            folders: ["Wagers"],
            words: [
                "wager", "wagers", "bettor", "bettors", "venmo", "challenger", "challengee", "arbiter",
            ],
            names: ["feed_filters", "feedFilters"]
        ),
        Nouns(
            folders: ["Sportsbook", "OddsFeeds"],
            words: [
                "sportsbook", "odds", "tournament", "tournaments", "stake", "stakes", "payout", "payouts",
                "wallet", "wallets", "ledger", "leaderboard",
            ],
            names: []
        ),
        Nouns(folders: ["Shelf"], words: ["shelf", "shelves", "wishlist", "igdb"], names: []),
    ]

    /// Files and folders that may name any of them: wire types, the client for apps, the list of modules, and
    /// settings of modules, which are declared with all others; the demo, which shows them all; and what formats texts, which is
    /// about languages.
    private static let free: Set<String> = [
        "ParlayAPI", "ParlayClient", "Demos", "Localization", "App/Features.swift",
        "Console/Configuration/Configuration+Modules.swift",
    ]

    @Test func `no source outside of a module names what the module is about`() throws {
        var count = 0
        for path in try Repository.tree(in: "Sources", ending: ".swift") {
            count += 1
            let folder = String(path.prefix { $0 != "/" })
            guard !Self.free.contains(path), !Self.free.contains(folder) else { continue }
            let source = try Repository.text("Sources/\(path)")
            let words = Self.words(in: source)
            for module in Self.modules where !module.folders.contains(folder) {
                let named = words.intersection(module.words).union(module.names.filter(source.contains))
                guard !named.isEmpty else { continue }
                Issue.record("\(path) names what \(module.folders.sorted()) knows: \(named.sorted())")
            }
        }
        #expect(count > 300)
    }

    /// In lower case, the parts of compound names apart.
    private static func words(in source: String) -> Set<String> {
        var words: Set<String> = []
        var word: [UInt8] = []
        var previous: UInt8 = 0
        for byte in source.utf8 {
            let isUpper = (0x41...0x5A).contains(byte)
            let isLetter = isUpper || (0x61...0x7A).contains(byte)
            // A capital begins another part, but not inside of an acronym.
            let beginsPart = isUpper && !(0x41...0x5A).contains(previous)
            if !isLetter || beginsPart, !word.isEmpty {
                words.insert(String(decoding: word, as: UTF8.self))
                word = []
            }
            if isLetter { word.append(isUpper ? byte + 0x20 : byte) }
            previous = byte
        }
        if !word.isEmpty { words.insert(String(decoding: word, as: UTF8.self)) }
        return words
    }
}
