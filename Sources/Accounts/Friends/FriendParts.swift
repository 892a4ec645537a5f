package import Database
internal import ParlayAPI
internal import Tenancy

/// The parts of friendships in other calls.
package enum FriendParts {
    package static let exports: [ExportPart] = [
        ExportPart("friends", module: .wagers, FriendStore.own) { row, tenant in row.friend(in: tenant) }
    ]

    /// `$1` is the tenant's id and `$2` the account's; see `FeatureModule.deletionSteps`.
    package static let deletionSteps = [FriendStore.removeAll]

    /// See `FeatureModule.blockingSteps`.
    package static let blockingSteps = [FriendStore.removeBetween]
}
