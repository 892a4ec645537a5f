internal import Database
internal import ParlayAPI
internal import Security
internal import Tenancy

/// Tickets for the stream, and what a reader has missed.
struct LiveService {
    /// Seconds that a ticket is valid.
    private static let ticketLifetime: Int64 = 60
    /// Rows of missed updates that are read at once.
    private static let page: Int64 = 5_000

    private let session: Session
    private let hub: LiveHub
    private var tenant: Parameter { .id(session.tenant.id) }

    init(_ session: Session, _ hub: LiveHub) {
        self.session = session
        self.hub = hub
    }

    // MARK: Tickets

    func createTicket() async throws -> LiveTicket {
        let principal = try await session.principal()
        let text = try SecureRandom.base62(count: 43)
        let expires = session.now.adding(seconds: Self.ticketLifetime)
        _ = try await session.write(
            LiveStore.addTicket(
                tenant,
                .bytes(sha256(text).bytes),
                .id(principal.accountID),
                .id(principal.tokenID),
                .time(expires)
            )
        )
        return LiveTicket(ticket: text, expiresAt: expires)
    }

    /// The token whose end is the end of the stream; `nil` for a public one.
    func token(by ticket: String?) async throws -> TokenID? {
        var token: TokenID?
        if !session.isAnonymous { token = try await session.principal().tokenID }
        guard let ticket else { return token }
        let found = try await session.read(
            LiveStore.ticket(tenant, .bytes(sha256(ticket).bytes), .time(session.now))
        ).first
        guard let found else { throw TenancyError.unauthorized }
        return token ?? found
    }

    /// Uses a ticket up, when nothing else can refuse the handshake. Of several handshakes with it one gets the stream.
    func take(_ ticket: String) async throws {
        let taken = try await session.write(
            LiveStore.takeTicket(tenant, .bytes(sha256(ticket).bytes), .time(session.now))
        )
        guard !taken.isEmpty else { throw TenancyError.unauthorized }
    }

    // MARK: Missed updates

    /// Finds what the caller has missed. What is committed meanwhile, the subscription collects.
    func replay(_ after: Int64, to subscription: LiveSubscription) async throws {
        let position = try await session.read(LiveStore.position(tenant)).first ?? .none
        guard after >= position.pruned else { throw LiveError.gone }
        guard after <= position.seq else { throw Self.ahead(of: position) }
        guard let found = try await hub.missed(session.tenant.id, after: after, subscription.filter) else {
            return try await read(after, to: subscription)
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
    private func read(_ after: Int64, to subscription: LiveSubscription) async throws {
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
            for update in updates where subscription.filter.passes(update) {
                missed.add(update, size: update.frame.count)
            }
            last = updates.last?.seq ?? last
            if updates.count < Int(Self.page) { break }
        }
        subscription.begin(with: missed, through: last)
    }
}
