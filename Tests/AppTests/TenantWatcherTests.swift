import Administration
import Database
import Observability
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

@Suite(.database) struct TenantWatcherTests {
    @Test func `changes arrive by notification, and those that were missed with the next connection`()
        async throws
    {
        let database = try TestDatabase.current
        let registry = TenantRegistry()
        let admin = TenantAdmin(try database.owner)
        let superuser = try database.connect(as: .superuser)
        let pool = try await database.front()
        // Too long for the table to be read without news while this runs.
        let watcher = TenantWatcher(
            registry,
            database: pool,
            loop: database.loop,
            logger: .silent,
            interval: .seconds(3600)
        )
        let running = Task(executorPreference: database.loop) { await watcher.run() }
        func listeners() throws -> Int {
            try superuser.query(
                """
                select 1 from pg_stat_activity
                 where datname = current_database() and query = 'listen parlay_tenants'
                """
            ).count
        }
        _ = try admin.create("demo", name: "Demo", modules: [], settings: .defaults)
        try await eventually("the tenant") { registry.tenant("demo")?.isActive == true }
        try superuser.execute("update parlay.tenants set status = 'suspended'")
        try await eventually("its suspension") { registry.tenant("demo")?.isActive == false }
        #expect(try listeners() == 1)
        // The listening connection ends, and the tenant changes before there is another.
        try superuser.execute(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and query = 'listen parlay_tenants';
            update parlay.tenants set status = 'active'
            """
        )
        try await eventually("its return") { registry.tenant("demo")?.isActive == true }
        watcher.stop()
        await running.value
    }
}
