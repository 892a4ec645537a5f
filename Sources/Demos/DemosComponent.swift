package import Components
internal import Database
internal import Jobs

extension Component {
    /// What `parlay up` shows: tenants with people, and games that go on.
    package static let demos = Component(
        jobs: { registry, services in
            registry.register(DemoGamesJob.self, service: DemoGames(database: services.database))
        },
        statements: WordUpDemo.statements + WagerDemo.statements + DemoStore.statements
            + ShelfDemo.statements,
        demoTenants: [
            WordUpDemo.tenant, WagerDemo.tenant, SportsbookDemo.tenant, BetbullDemo.tenant, ShelfDemo.tenant,
        ]
    )
}
