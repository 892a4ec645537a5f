package import Components
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Component {
    /// A catalog of video games, and people's shelves and wishlists.
    package static let shelf = Component(
        .shelf,
        routes: { services in
            [
                GameRoutes(GameSearches(services.configuration)).routes, GroupRoutes().routes,
                FeaturedRoutes().routes, ShelfRoutes().routes, ShelvesRoutes().routes,
                WishlistRoutes().routes, ShelfFileRoutes(services.files).routes,
            ].flatMap(\.self)
        },
        files: { _ in [CoverFiles().route] },
        app: .shelf,
        tenantSettings: ShelfTenantSettings.all,
        personalSettings: ShelfSettings.all,
        hideable: [ShelfParts.hideable],
        exports: ShelfParts.exports,
        deletionNote: ShelfParts.deletionNote,
        deletionSteps: ShelfParts.deletionSteps,
        jobs: { registry, services in
            let client = try IGDBClient(
                IGDBSettings(services.configuration),
                database: services.platform,
                on: services.loop
            )
            let searcher = GameSearcher(
                client,
                database: services.database,
                platform: services.platform,
                logger: services.logger
            )
            registry.register(SearchGamesJob.self, service: searcher.runner)
            let sync = GameSync(client, database: services.platform)
            registry.register(SyncGamesJob.self, service: .init(sync, logger: services.logger))
        },
        schedules: { [try Schedule("sync_games", "17 * * * *", SyncGamesJob(), isOfPlatform: true)] },
        figures: ShelfFigures.all,
        gauges: IGDBGauges.all,
        statements: CatalogStore.writeStatements + CatalogStore.readStatements + GameSearchStore.statements
            + UpstreamSearchStore.statements
            + FeaturedStore.statements
            + ShelfStore.statements + ShelvesStore.statements
            + ShelfImportStore.statements
            + GameDetailsStore.statements
            + IGDBStore.statements,
        commands: [.gamesImport, .gamesShow, .gamesHide, .gamesHidden, .gamesSync],
        transfer: ShelfTransfer.rules,
        checks: [IGDBCheck.credentials],
        reference: .shelf,
        problems: TextLookup(ShelfProblemText.self),
        notices: TextLookup(ShelfNoticeText.self)
    )
}
