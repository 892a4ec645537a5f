package import Modules
internal import ParlayAPI

extension FeatureModule {
    /// A catalog of video games, and people's shelves and wishlists.
    package static let shelf = FeatureModule(
        .shelf,
        statements: CatalogStore.writeStatements + GameSearchStore.statements
            + UpstreamSearchStore.statements + ShelfDemo.statements,
        commands: [.gamesImport],
        demoTenants: [ShelfDemo.tenant]
    )
}
