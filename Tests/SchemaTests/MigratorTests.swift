import Database
import Schema
import TestSupport
import Testing

@Suite(.database) struct MigratorTests {
    @Test func `a migrated database is current for the front and the worker`() throws {
        let database = try TestDatabase.current
        for user in [TestDatabase.User.front, .worker, .owner, .superuser] {
            try Migrator(settings: database.settings(as: user)).verify()
        }
    }
}
