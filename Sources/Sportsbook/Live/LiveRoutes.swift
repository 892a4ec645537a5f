internal import Components
internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Reactor
internal import Stream
internal import Tenancy

/// The tree as one document, and the stream of its changes.
struct LiveRoutes: Sendable {
    private static let filterLimit = 50

    private let database: DatabasePool
    private let hub: LiveHub
    private let cache: TreeCache

    /// - Parameter pool: threads that encode and compress the tree.
    init(database: DatabasePool, cell: Int, registry: TenantRegistry, pool: BlockingPool) {
        self.database = database
        hub = LiveHub(database: database, cell: cell, registry: registry)
        cache = TreeCache(hub, database: database, pool: pool)
    }

    /// The routes of a front have one reader of the updates, and one tree of each tenant.
    init(_ services: ComponentServices) {
        self = services.shared.value {
            LiveRoutes(
                database: services.database,
                cell: services.cell,
                registry: services.registry,
                pool: services.documents
            )
        }
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

    /// The stream for the pages of the app, whose cookie says who follows.
    var appRoutes: [TenantRoute] {
        [TenantRoute(LiveCalls.stream, openWhere: SportsbookSettings.publicSportsbook, handler: stream)]
    }

    // MARK: The tree

    private func tree(_ call: Call) async throws -> Response {
        let filter = try filter(call)
        try await requireCaller(call)
        let snapshot = try await snapshot(call)
        if Response.keepsValue { return .json(snapshot.tree.value(of: filter)) }
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
        let handshake = try WebSocketHandshake(call.request.head)
        // A token's handshake was charged to its account.
        if call.session.isAnonymous { try call.session.spendByAddress() }
        let tickets = StreamTickets(call.session)
        let token = try await tickets.token(by: ticket)
        let channel = try await hub.channel(of: call.tenant, on: loop)
        let subscription = channel.subscribe(filter, token: token)
        if let after { try await LiveService(call.session, hub).replay(after, filter, to: subscription) }
        if let ticket { try await tickets.take(ticket) }
        let opening = LoopBound(subscription, on: loop)
        return .webSocket(handshake, client: call.session.address) { socket in opening.value.open(socket) }
    }

    private func createTicket(_ call: Call) async throws -> Response {
        Response.json(try await StreamTickets(call.session).create(), status: 201)
    }
}
