internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Security
internal import Tenancy

/// The tree as one document, and the stream of its changes.
struct LiveRoutes: Sendable {
    /// Seconds that a ticket is valid.
    private static let ticketLifetime: Int64 = 60
    private static let filterLimit = 50
    /// Rows of missed updates that are read at once.
    private static let page: Int64 = 5_000

    private let database: DatabasePool
    private let hub: LiveHub
    private let cache: TreeCache

    /// - Parameter pool: threads that encode and compress the tree.
    init(database: DatabasePool, registry: TenantRegistry, pool: BlockingPool) {
        self.database = database
        hub = LiveHub(database: database, registry: registry)
        cache = TreeCache(hub, database: database, pool: pool)
    }

    var routes: [TenantRoute] {
        [
            TenantRoute(LiveCalls.tree, openWhere: SportsbookSettings.publicSportsbook, handler: tree),
            TenantRoute(LiveCalls.feed, openWhere: SportsbookSettings.publicSportsbook, handler: feed),
            TenantRoute(LiveCalls.stream, openWhere: SportsbookSettings.publicSportsbook, handler: stream)
                .acceptingTicket(in: LiveCalls.ticket.name),
            TenantRoute(LiveCalls.createTicket, handler: createTicket)
                .showingSecret(),
        ]
    }

    // MARK: The tree

    private func tree(_ call: Call) async throws -> Response {
        let filter = try filter(call)
        try await requireCaller(call)
        let snapshot = try await snapshot(call)
        guard filter.isEverything else {
            return Response(
                status: 200,
                contentType: "application/json",
                body: snapshot.tree.json(of: filter)
            )
            .taggedByContent.with("Cache-Control", "private, no-cache")
        }
        return answer(snapshot.document)
    }

    private func feed(_ call: Call) async throws -> Response {
        try await requireCaller(call)
        return answer(try await snapshot(call).originalFeed())
    }

    private func answer(_ document: TreeSnapshot.Document) -> Response {
        Response(status: 200, contentType: "application/json", body: document.bytes)
            .tagged(document.tag).with("Cache-Control", "private, no-cache")
    }

    private func snapshot(_ call: Call) async throws -> TreeSnapshot {
        guard let loop = EventLoop.current else { throw LoopMissing() }
        return try await cache.snapshot(of: call.tenant.id, on: loop)
    }

    /// A token that was sent must be valid, even where none is needed.
    private func requireCaller(_ call: Call) async throws {
        if !call.session.isAnonymous { _ = try await call.session.principal() }
    }

    private func filter(_ call: Call) throws -> LiveFilter {
        let query = try call.query
        let tournaments = try query[LiveCalls.tournament] ?? []
        let events = try query[LiveCalls.event] ?? []
        guard tournaments.count + events.count <= Self.filterLimit else {
            throw TenancyError.badQuery(
                parameter: tournaments.count > Self.filterLimit
                    ? LiveCalls.tournament.name : LiveCalls.event.name,
                reason: "Name at most \(Self.filterLimit) tournaments and events."
            )
        }
        return LiveFilter(
            tournaments: Set(tournaments.map { TournamentID(rawValue: Int64($0)) }),
            events: Set(events.map { EventID(rawValue: Int64($0)) })
        )
    }

    // MARK: The stream

    private func stream(_ call: Call) async throws -> Response {
        guard let loop = EventLoop.current else { throw LoopMissing() }
        try await requireCaller(call)
        var filter = try filter(call)
        filter.form = try call.query[LiveCalls.form]
        let after = try call.query[LiveCalls.after].map(Int64.init)
        let ticket = try call.query[LiveCalls.ticket]
        let handshake: WebSocketHandshake
        do throws(WebSocketHandshakeError) {
            handshake = try WebSocketHandshake(call.request.head)
        } catch {
            return refusal(error, call)
        }
        // A token's handshake was charged to its account.
        if call.session.isAnonymous { try call.session.spendByAddress() }
        let token = try await caller(call, ticket)
        let channel = try await hub.channel(of: call.tenant, on: loop)
        let subscription = channel.subscribe(filter, token: token)
        if let after { try await replay(after, to: subscription, call) }
        if let ticket { try await take(ticket, call) }
        let opening = LoopBound(subscription, on: loop)
        return .webSocket(handshake, client: call.session.address) { socket in opening.value.open(socket) }
    }

    private func refusal(_ error: WebSocketHandshakeError, _ call: Call) -> Response {
        var response = Response.problem(error.problem, requestID: call.request.head.id)
        for (name, value) in error.responseHeaders { response = response.with(name, value) }
        return response
    }

    /// The token whose end is the end of the stream; `nil` for a public one.
    private func caller(_ call: Call, _ ticket: String?) async throws -> TokenID? {
        var token: TokenID?
        if !call.session.isAnonymous { token = try await call.session.principal().tokenID }
        guard let ticket else { return token }
        let found = try await call.session.read(
            LiveStore.ticket(.id(call.tenant.id), .bytes(sha256(ticket).bytes), .time(call.now))
        ).first
        guard let found else { throw TenancyError.unauthorized }
        return token ?? found
    }

    /// Uses a ticket up, when nothing else can refuse the handshake. Of several handshakes with it one gets the stream.
    private func take(_ ticket: String, _ call: Call) async throws {
        let taken = try await call.session.write(
            LiveStore.takeTicket(.id(call.tenant.id), .bytes(sha256(ticket).bytes), .time(call.now))
        )
        guard !taken.isEmpty else { throw TenancyError.unauthorized }
    }

    /// Finds what the caller has missed. What is committed meanwhile, the subscription collects.
    private func replay(_ after: Int64, to subscription: LiveSubscription, _ call: Call) async throws {
        let position = try await call.session.read(LiveStore.position(.id(call.tenant.id))).first ?? .none
        guard after >= position.pruned else { throw LiveError.gone }
        guard after <= position.seq else { throw Self.ahead(of: position) }
        guard let found = try await hub.missed(call.tenant.id, after: after, subscription.filter) else {
            return try await read(after, to: subscription, call)
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
    private func read(_ after: Int64, to subscription: LiveSubscription, _ call: Call) async throws {
        var missed = HeldUpdates()
        var last = after
        while true {
            let (positions, rows) = try await call.session.read(
                LiveStore.position(.id(call.tenant.id)),
                LiveStore.updates(.id(call.tenant.id), .integer(last), .integer(Self.page))
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

    // MARK: Tickets

    private func createTicket(_ call: Call) async throws -> Response {
        let principal = try await call.session.principal()
        let text = try SecureRandom.base62(count: 43)
        let expires = call.now.adding(seconds: Self.ticketLifetime)
        _ = try await call.session.write(
            LiveStore.addTicket(
                .id(call.tenant.id),
                .bytes(sha256(text).bytes),
                .id(principal.accountID),
                .id(principal.tokenID),
                .time(expires)
            )
        )
        return Response.json(LiveTicket(ticket: text, expiresAt: expires), status: 201)
    }
}

enum LiveError: ProblemConvertible {
    /// The updates that the caller missed are deleted.
    case gone

    var problem: Problem {
        Problem(
            status: 410,
            code: "seq_gone",
            title: "These updates are gone",
            detail: "Updates are kept for ten minutes. Load the tree again, and continue with its seq."
        )
    }
}

/// The handler was called outside of an event loop, which is a bug.
struct LoopMissing: Error {}
