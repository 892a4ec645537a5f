internal import Accounts
internal import Database
internal import ParlayAPI

/// The parts of friendships in other calls.
enum FriendParts {
    static let exports: [ExportPart] = [
        ExportPart("friends", module: .wagers, FriendStore.own) { row, tenant in row.friend(in: tenant) }
    ]
}
