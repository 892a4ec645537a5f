import Database
import Synchronization
import TestDatabases
import TestSupport
import Testing

/// Waiting for a connection for a transaction: in turns, and with a limit.
@Suite(.database) struct WaitTests {
    static let one = Statement("select 1")
    private static let ann = Requester(group: 1, member: 1)
    private static let ben = Requester(group: 1, member: 2)

    private final class Order: Sendable {
        private let names = Mutex<[String]>([])
        func add(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0 } }
    }

    private final class Flag: Sendable {
        private let value = Mutex(false)
        func set() { value.withLock { $0 = true } }
        var isSet: Bool { value.withLock { $0 } }
    }

    /// Holds the only connection until `isReleased`.
    private func hold(
        _ pool: DatabasePool,
        in database: TestDatabase,
        _ isReleased: @escaping @Sendable () -> Bool
    ) async throws {
        try await pool.transaction { transaction in
            try await transaction.run(Self.one())
            try await eventually("the release") { isReleased() }
        }
    }

    @Test func `requesters take turns, and each is served in its own order`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            var sizes = DatabasePool.Sizes.small
            sizes.waitLimit = nil
            let pool = try await database.pool(database.settings(as: .front), sizes)
            let order = Order()
            try await withThrowingTaskGroup(of: Void.self) { group in
                let (isHeld, allWait) = (Flag(), Flag())
                group.addTask {
                    try await hold(pool, in: database) {
                        isHeld.set()
                        return allWait.isSet
                    }
                }
                try await eventually("the holder") { isHeld.isSet }
                for (index, (name, requester)) in [
                    ("ann", Self.ann), ("ann", Self.ann), ("ann", Self.ann), ("ann", Self.ann),
                    ("ben", Self.ben), ("ben", Self.ben),
                ].enumerated() {
                    group.addTask {
                        try await pool.transaction(for: requester) { transaction in
                            order.add("\(name)\(index)")
                            try await transaction.run(Self.one())
                        }
                    }
                    try await eventually("the wait") { pool.statusHere.waiting == index + 1 }
                }
                allWait.set()
                try await group.waitForAll()
            }
            #expect(order.all == ["ann0", "ben4", "ann1", "ben5", "ann2", "ann3"])
            #expect(pool.statusHere.waiting == 0)
        }
    }

    @Test func `who waits too long is refused, and the connection serves the next`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            var sizes = DatabasePool.Sizes.small
            sizes.waitLimit = .milliseconds(20)
            let pool = try await database.pool(database.settings(as: .front), sizes)
            // The connection takes longer to open than a call waits here.
            try await eventually("a connection for transactions") {
                do {
                    try await pool.transaction { transaction in try await transaction.run(Self.one()) }
                    return true
                } catch { return false }
            }
            let isHeld = Atomic(false)
            let isRefused = Atomic(false)
            async let holder: Void = hold(pool, in: database) {
                isHeld.store(true, ordering: .relaxed)
                return isRefused.load(ordering: .relaxed)
            }
            try await eventually("the holder") { isHeld.load(ordering: .relaxed) }
            await #expect(throws: DatabaseError.overloaded) {
                try await pool.transaction(for: Self.ann) { _ in }
            }
            isRefused.store(true, ordering: .relaxed)
            try await holder
            try await pool.transaction(for: Self.ann) { transaction in try await transaction.run(Self.one()) }
            #expect(pool.statusHere.waiting == 0)
        }
    }

    @Test func `one requester cannot take all places`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            var sizes = DatabasePool.Sizes.small
            sizes.maximumWaiting = 4
            let pool = try await database.pool(database.settings(as: .front), sizes)
            try await withThrowingTaskGroup(of: Void.self) { group in
                let isHeld = Flag()
                group.addTask {
                    try await hold(pool, in: database) {
                        isHeld.set()
                        return pool.statusHere.waiting == 4
                    }
                }
                try await eventually("the holder") { isHeld.isSet }
                for requester in [Self.ann, Self.ann] {
                    group.addTask { try await pool.transaction(for: requester) { _ in } }
                }
                try await eventually("two waits") { pool.statusHere.waiting == 2 }
                await #expect(throws: DatabaseError.overloaded) {
                    try await pool.transaction(for: Self.ann) { _ in }
                }
                for requester in [Self.ben, Requester(group: 1, member: 3)] {
                    group.addTask { try await pool.transaction(for: requester) { _ in } }
                }
                try await group.waitForAll()
            }
        }
    }
}
