internal import Database
internal import ParlayAPI
internal import Tenancy

/// What friendships add to the calls of others.
enum FriendParts {
    static let exports: [ExportPart] = [
        ExportPart("friends", module: .wagers, FriendStore.own) { row, tenant in row.friend(in: tenant) }
    ]
}
