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

    private static let tournament = QueryField.integers(
        "tournament",
        1 ... .max,
        "Only what belongs to these tournaments or events, 50 in all."
    )
    private static let event = QueryField.integers(
        "event",
        1 ... .max,
        "Only what belongs to these tournaments or events, 50 in all."
    )
    private static let after = QueryField.integer(
        "after",
        0 ... .max,
        "The number of the last update that the caller knows: `seq` of the tree or of a message. Without it the stream "
            + "begins now."
    )
    private static let form = QueryField.choice(
        "form",
        of: LiveForm.self,
        "`original` for the two messages that the original Betbull app knows, without `seq`."
    )
    private static let ticket = QueryField.text("ticket", 1...100, "A ticket, instead of a token.")

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
        let access = TenantRoute.Access.tokenUnless(SportsbookSettings.publicSportsbook)
        return [
            TenantRoute(
                .get,
                "sportsbook",
                "Show the tree of the sportsbook",
                module: .sportsbook,
                access: access,
                handler: tree
            )
            .named("getSportsbook")
            .explained(
                """
                Open tournaments that have an event which is not final or cancelled, with all of their events, markets and \
                outcomes, from memory. It is at most 250 ms behind the stream. The stream's messages behind its `seq` lead \
                to the present tree.
                """
            )
            .query(Self.tournament, Self.event)
            .answering(200, .resource(SportsbookTree.self)),
            TenantRoute(
                .get,
                "sportsbook/feed",
                "Show the tree for the original Betbull app",
                module: .sportsbook,
                access: access,
                handler: feed
            )
            .named("getSportsbookFeed")
            .explained(
                """
                The array that the original app decodes: string ids, `startTime` in Unix seconds, events called `A vs. B`, and \
                only those that have a market of two outcomes. The icon is that of the tournament, or one of its sport.
                """
            )
            .answering(200, .json(["type": "array", "items": ["type": "object"]]), "The tournaments."),
            TenantRoute(
                .get,
                "live",
                "Open the live stream",
                module: .sportsbook,
                access: access,
                handler: stream
            )
            .acceptingTicket(in: Self.ticket.name)
            .named("openLiveStream")
            .explained(Self.streamText)
            .query(Self.after, Self.tournament, Self.event, Self.form, Self.ticket)
            .answering(101, .none, "The stream, a WebSocket (RFC 6455).")
            .refusing(429, "too_many_requests", "Your address opens too many streams without a token.")
            .refusing(410, "seq_gone", "Updates behind `after` are gone: load the tree again.")
            .refusing(426, "upgrade_required", "The request does not ask for a WebSocket.")
            .refusing(503, "too_many_sockets", "This front has no place for another stream."),
            TenantRoute(
                .post,
                "live/tickets",
                "Create a ticket for the live stream",
                module: .sportsbook,
                handler: createTicket
            )
            .showingSecret()
            .named("createLiveTicket")
            .explained(
                """
                For browsers, which cannot send a token with a WebSocket: put the ticket into the query of the stream. It is \
                valid for a minute and one handshake, and its stream ends when the token of this call is revoked.
                """
            )
            .answering(201, .resource(LiveTicket.self)),
        ]
    }

    private static let streamText = """
        A WebSocket of JSON messages, each about one thing that changed: `{"event": "7", "startTime": 1600260600}` when \
        an event is new or starts at another time, `{"event", "status", "score"}`, `{"market", "status"}` and \
        `{"outcome": "9", "price": "+300"}`, with `"status"` where that has changed. Ids are strings. Every message has \
        `seq`, which rises. An id that you do not know means: load the tree again; so does the market `"0"`. What you \
        send is ignored. A slow reader gets only the latest of several changes of one thing, and is closed with 1013 \
        if it does not keep up; 1001 means that the server stops, 4401 that the token is not valid any more. With \
        `form=original` there are only `{"event", "startTime"}` and `{"outcome", "price"}`, with these keys alone.
        """

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
        let tournaments = try query[Self.tournament] ?? []
        let events = try query[Self.event] ?? []
        guard tournaments.count + events.count <= Self.filterLimit else {
            throw TenancyError.badQuery(
                parameter: tournaments.count > Self.filterLimit ? Self.tournament.name : Self.event.name,
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
        filter.form = try call.query[Self.form]
        let after = try call.query[Self.after].map(Int64.init)
        let ticket = try call.query[Self.ticket]
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
            parameter: after.name,
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
