internal import Database
internal import Synchronization
package import Tenancy

/// The names of the time zones that the database knows, read from it once: it reads hundreds of files to list them.
package final class TimeZoneNames: Sendable {
    private let names = Mutex<Set<String>>([])

    package init() {}

    package func contains(_ name: String, in session: Session) async throws -> Bool {
        let known = names.withLock { $0 }
        guard known.isEmpty else { return known.contains(name) }
        let read = Set(try await session.read(SettingsStore.timeZones()).all)
        names.withLock { $0 = read }
        return read.contains(name)
    }
}
