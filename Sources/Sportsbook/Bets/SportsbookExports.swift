internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// What the module knows about a person.
enum SportsbookExports {
    static let all = [
        ExportPart(
            "wallet_entries",
            module: .sportsbook,
            WalletStore.allEntries,
            item: { row, _ in row.entry }
        ),
        ExportPart("bets", module: .sportsbook, BetStore.all, items: { rows, _ in try rows.bets }),
    ]
}
