package import Database
internal import Notifications
package import TestDatabases
internal import Testing

extension TestDatabase {
    /// Enqueues mail and webhooks of the notices that wait, as a worker process does in the background.
    ///
    /// - Parameter pool: as the worker's; without one, a new pool.
    package func relayNotices(_ pool: DatabasePool? = nil) async throws {
        try await onLoop {
            let connected: DatabasePool
            if let pool { connected = pool } else { connected = try await self.worker() }
            let relay = NoticeRelay(connected, on: self.loop) { Issue.record($0) }
            while try await relay.relayOnce() {}
        }
    }
}
