package import Modules
internal import ParlayAPI

extension FeatureModule {
    /// A catalog of video games, and people's shelves and wishlists.
    package static let shelf = FeatureModule(
        .shelf,
        routes: { services in
            [
                GameRoutes(GameSearches(services.configuration)).routes, ShelfRoutes().routes,
                WishlistRoutes().routes, ShelfFileRoutes(services.files).routes,
            ].flatMap(\.self)
        },
        personalSettings: ShelfSettings.all,
        exports: ShelfParts.exports,
        deletionNote: ShelfParts.deletionNote,
        deletionSteps: ShelfParts.deletionSteps,
        statements: CatalogStore.writeStatements + CatalogStore.readStatements + GameSearchStore.statements
            + UpstreamSearchStore.statements + ShelfStore.statements + ShelfImportStore.statements
            + ShelfDemo.statements,
        commands: [.gamesImport, .gamesShow],
        demoTenants: [ShelfDemo.tenant]
    )
}
