internal import ParlayAPI
package import Tenancy

/// The tenant's settings for shelves.
package enum ShelfTenantSettings {
    package static let publicShelves = ModuleSetting(
        BodyField<Bool>.boolean(
            "public_shelves",
            "Whether the shelves that people show, and the games on them, need no token."
        )
        .defaulting(to: false),
        example: false
    )

    package static let all = [AnyModuleSetting(publicShelves)]
}
