internal import Database
internal import ParlayAPI
internal import Tenancy

/// The parts of friendships in other calls.
enum FriendParts {
    static let exports: [ExportPart] = [
        ExportPart("friends", module: .wagers, FriendStore.own) { row, tenant in row.friend(in: tenant) }
    ]
}
