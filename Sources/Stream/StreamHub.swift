package import Database
internal import Reactor
internal import Synchronization
package import Tenancy

/// The streams of a front process: one reader, and the readers of each loop.
package final class StreamHub: Sendable {
    /// Streams of one person.
    static let limit = 10

    let database: DatabasePool
    let cell: Int
    let registry: TenantRegistry
    /// On the loop that needed it first.
    private let reader = Mutex<LoopBound<StreamReader>?>(nil)
    private let loops = Mutex<[ObjectIdentifier: LoopBound<StreamChannels>]>([:])
    private let seats = Mutex<[Person: Int]>([:])

    struct Person: Hashable {
        let tenant: TenantID
        let account: AccountID
    }

    package init(database: DatabasePool, cell: Int = 1, registry: TenantRegistry) {
        self.database = database
        self.cell = cell
        self.registry = registry
    }

    /// How many streams are open or being opened.
    package var followers: Int { seats.withLock { $0.values.reduce(0, +) } }

    /// The channel of a tenant on the calling loop.
    ///
    /// - Throws: a `DatabaseError` if the tenant's events cannot be read.
    func channel(of tenant: Tenant, on loop: EventLoop) async throws -> StreamChannel {
        let channels = loops.withLock { loops in
            if let channels = loops[ObjectIdentifier(loop)] { return channels }
            let channels = LoopBound(StreamChannels(self, loop), on: loop)
            loops[ObjectIdentifier(loop)] = channels
            return channels
        }
        return try await channels.value.channel(of: tenant)
    }

    private func reader(orOn loop: EventLoop) -> LoopBound<StreamReader> {
        reader.withLock { reader in
            if let reader { return reader }
            let new = LoopBound(StreamReader(database, on: loop), on: loop)
            reader = new
            return new
        }
    }

    func follow(_ tenant: TenantID, _ sink: StreamSink) async throws {
        let reader = reader(orOn: sink.loop)
        try await Task(executorPreference: reader.loop) { try await reader.value.follow(tenant, sink) }.value
    }

    func leave(_ tenant: TenantID, _ sink: StreamSink) {
        guard let reader = reader.withLock({ $0 }) else { return }
        reader.loop.execute { reader.value.leave(tenant, sink) }
    }

    // MARK: Limits

    /// A place among the streams of a person, given back when it is released.
    final class Seat: Sendable {
        private let hub: StreamHub
        private let person: Person

        fileprivate init(_ hub: StreamHub, _ person: Person) {
            self.hub = hub
            self.person = person
        }

        deinit { hub.release(person) }
    }

    /// `nil` if the person has as many streams as they may.
    func seat(for account: AccountID, in tenant: TenantID) -> Seat? {
        let person = Person(tenant: tenant, account: account)
        return seats.withLock { seats in
            let count = seats[person, default: 0]
            guard count < Self.limit else { return nil }
            seats[person] = count + 1
            return Seat(self, person)
        }
    }

    private func release(_ person: Person) {
        seats.withLock { seats in
            let rest = seats[person, default: 1] - 1
            seats[person] = rest == 0 ? nil : rest
        }
    }
}
