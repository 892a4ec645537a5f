internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// Where a stream begins.
struct StreamService {
    /// Events that are read at once.
    private static let page: Int64 = 1_000

    private let session: Session
    private var tenant: Parameter { .id(session.tenant.id) }

    init(_ session: Session) { self.session = session }

    /// Finds what the caller has missed. What is committed meanwhile, the subscription collects.
    ///
    /// - Parameters:
    ///   - after: the number of the last event that the caller knows; `nil` for now.
    ///   - resets: whether to begin now where the events are gone.
    /// - Returns: the number after which the stream begins, if it resets.
    func begin(_ subscription: PersonSubscription, after: Int64?, resets: Bool) async throws -> Int64? {
        let position = try await session.read(StreamStore.position(tenant)).first ?? .none
        var last = after ?? position.number
        if last < position.pruned || last > position.number {
            guard resets else { throw StreamError.expired }
            subscription.begin(with: HeldMessages(), through: position.number)
            return position.number
        }
        var missed = HeldMessages<PersonEvent>()
        while last < position.number {
            let query = StreamStore.events(tenant, .integer(last), .integer(Self.page))
            let events = try await session.read(query).all
            guard let first = events.first, let highest = events.last else { break }
            // Pruned since the position was read.
            guard first.number == last + 1 else { throw StreamError.expired }
            for event in events { missed.add(event, size: event.frame.count, merges: false) }
            last = highest.number
        }
        subscription.begin(with: missed, through: last)
        return nil
    }
}
