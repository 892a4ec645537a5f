package import Database
internal import ParlayAPI
package import Tenancy

/// What friendships add to the calls of others.
package enum FriendParts {
    /// What goes when an account is deleted: `$1` is the tenant's id and `$2` the account's.
    package static let deletionSteps = [FriendStore.removeAll]

    /// What goes when somebody blocks somebody: `$1` is the tenant's id, `$2` and `$3` are the two accounts'.
    package static let blockingSteps = [FriendStore.removeBetween]

    package static let exports: [ExportPart] = [
        ExportPart("friends", module: .wagers, FriendStore.own) { row, tenant in try Friend(row, in: tenant) }
    ]

    /// What a test prepares against the migrated schema.
    package static let statements =
        FriendStore.statements + FeedStore.statements + SearchStore.statements
        + ProfileFigures.statements
}
