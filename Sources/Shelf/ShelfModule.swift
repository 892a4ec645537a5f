package import Modules
internal import ParlayAPI

extension FeatureModule {
    /// A catalog of video games, and people's shelves and wishlists.
    package static let shelf = FeatureModule(
        .shelf,
        routes: { services in GameRoutes(GameSearches(services.configuration)).routes },
        statements: CatalogStore.writeStatements + CatalogStore.readStatements + GameSearchStore.statements
            + UpstreamSearchStore.statements + ShelfDemo.statements,
        commands: [.gamesImport, .gamesShow],
        demoTenants: [ShelfDemo.tenant]
    )
}
