internal import Database
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// What a reader of the stream has missed.
struct LiveService {
    /// Rows of missed updates that are read at once.
    private static let page: Int64 = 5_000

    private let session: Session
    private let hub: LiveHub
    private var tenant: Parameter { .id(session.tenant.id) }

    init(_ session: Session, _ hub: LiveHub) {
        self.session = session
        self.hub = hub
    }

    // MARK: Missed updates

    /// Finds what the caller has missed. What is committed meanwhile, the subscription collects.
    func replay(_ after: Int64, _ filter: LiveFilter, to subscription: LiveSubscription) async throws {
        let position = try await session.read(LiveStore.position(tenant)).first ?? .none
        guard after >= position.pruned else { throw LiveError.gone }
        guard after <= position.seq else { throw Self.ahead(of: position) }
        guard let found = try await hub.missed(session.tenant.id, after: after, filter) else {
            return try await read(after, filter, to: subscription)
        }
        var missed = HeldUpdates()
        for entry in found.entries {
            missed.add(entry.update, size: entry.frame.count, frame: entry.frame)
        }
        subscription.begin(with: missed, through: max(after, found.through))
    }

    private static func ahead(of position: LivePosition) -> TenancyError {
        .badQuery(
            parameter: LiveCalls.after.name,
            reason: "The stream is at \(position.seq), which is before this number."
        )
    }

    /// The same from the database: more than is kept in memory.
    private func read(_ after: Int64, _ filter: LiveFilter, to subscription: LiveSubscription) async throws {
        var missed = HeldUpdates()
        var last = after
        while true {
            let (positions, rows) = try await session.read(
                LiveStore.position(tenant),
                LiveStore.updates(tenant, .integer(last), .integer(Self.page))
            )
            let position = try positions.first ?? .none
            guard last >= position.pruned else { throw LiveError.gone }
            let updates = try rows.all
            guard last <= position.seq || !updates.isEmpty else { throw Self.ahead(of: position) }
            for update in updates where filter.passes(update) {
                missed.add(update, size: update.frame.count)
            }
            last = updates.last?.seq ?? last
            if updates.count < Int(Self.page) { break }
        }
        subscription.begin(with: missed, through: last)
    }
}
