package import Modules
internal import ParlayAPI

extension FeatureModule {
    /// A catalog of video games, and people's shelves and wishlists.
    package static let shelf = FeatureModule(
        .shelf,
        routes: { _ in GameRoutes().routes },
        statements: CatalogStore.writeStatements + CatalogStore.readStatements + GameSearchStore.statements
            + UpstreamSearchStore.statements + ShelfDemo.statements,
        commands: [.gamesImport],
        demoTenants: [ShelfDemo.tenant]
    )
}
