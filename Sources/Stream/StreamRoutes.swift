internal import HTTPServer
internal import ParlayAPI
internal import Reactor
package import Tenancy

/// One stream per person.
package struct StreamRoutes: Sendable {
    private let hub: StreamHub

    package init(_ hub: StreamHub) { self.hub = hub }

    package var routes: [TenantRoute] {
        [
            TenantRoute(StreamCalls.stream, handler: stream)
                .acceptingTicket(in: StreamCalls.ticket.name),
            TenantRoute(StreamCalls.createTicket, handler: createTicket)
                .showingSecret(),
        ]
    }

    /// The same stream for the pages of the app, whose cookie says who follows.
    package var appRoutes: [TenantRoute] { [TenantRoute(StreamCalls.stream, handler: stream)] }

    private func createTicket(_ call: Call) async throws -> Response {
        Response.json(try await StreamTickets(call.session).create(), status: 201)
    }

    private func stream(_ call: Call) async throws -> Response {
        guard let loop = EventLoop.current else { throw LoopMissing() }
        let head = call.request.head
        let isEventStream = head.method == .get && head.accepts("text/event-stream")
        let after = try after(call, isEventStream)
        let ticket = try call.query[StreamCalls.ticket]
        let tickets = StreamTickets(call.session)
        let caller = try await caller(call, tickets, ticket)
        let handshake = isEventStream ? nil : try WebSocketHandshake(head)
        guard let seat = hub.seat(for: caller.accountID, in: call.tenant.id) else {
            throw StreamError.tooMany(limit: StreamHub.limit)
        }
        let channel = try await hub.channel(of: call.tenant, on: loop)
        let form = isEventStream ? PushForm.eventStream : .webSocket
        let subscription = channel.subscribe(caller.accountID, token: caller.tokenID, form, seat)
        let reset = try await StreamService(call.session)
            .begin(subscription, after: after, resets: isEventStream)
        if let ticket { try await tickets.take(ticket) }
        let opening = StreamOpening(subscription, caller, call.tenant, hub, reset: reset)
        let bound = LoopBound(opening, on: loop)
        guard let handshake else {
            return .eventStream(client: call.session.address) { bound.value.open($0) }
        }
        return .webSocket(handshake, client: call.session.address) { bound.value.open($0) }
    }

    /// The caller by their token, or by a ticket, whose account the session then acts for.
    private func caller(_ call: Call, _ tickets: StreamTickets, _ ticket: String?) async throws -> Principal {
        guard call.session.isAnonymous, let ticket else { return try await call.session.principal() }
        // A token's handshake was charged to its account.
        try call.session.spendByAddress()
        let holder = try await tickets.holder(of: ticket)
        call.session.assume(holder.accountID, role: holder.role)
        return holder
    }

    /// `Last-Event-ID` is what a browser sends when it connects again, with the address of the first time.
    private func after(_ call: Call, _ isEventStream: Bool) throws -> Int64? {
        if isEventStream, let text = call.request.head.headers["Last-Event-ID"], let number = Int64(text),
            number >= 0
        {
            return number
        }
        return try call.query[StreamCalls.after].map(Int64.init)
    }
}

/// A stream between its handshake and its socket, and then what its socket receives. Lives on the loop of the socket.
private final class StreamOpening {
    private let subscription: PersonSubscription
    private let account: AccountID
    private let tenant: Tenant
    private let hub: StreamHub
    private let reset: Int64?
    private var isRenewing = false

    init(
        _ subscription: PersonSubscription,
        _ caller: Principal,
        _ tenant: Tenant,
        _ hub: StreamHub,
        reset: Int64?
    ) {
        self.subscription = subscription
        account = caller.accountID
        self.tenant = tenant
        self.hub = hub
        self.reset = reset
    }

    func open(_ socket: PushSocket) {
        if let reset {
            let message: JSONObject = ["reset": .integer(reset)]
            socket.send(socket.form.message(JSONValue.object(message).jsonBytes(), id: reset))
        }
        socket.whenMessage = { [self] in receive($0, on: socket.loop) }
        subscription.open(socket)
    }

    /// `{"token": "…"}`: the stream goes on with this token. Whatever else comes is ignored.
    private func receive(_ text: [UInt8], on loop: EventLoop) {
        guard !isRenewing, case .string(let token)? = (try? JSONParser.parseObject(text))?["token"] else {
            return
        }
        isRenewing = true
        let this = LoopBound(self, on: loop)
        Task.immediate(executorPreference: loop) { await this.value.renew(by: token) }
    }

    private func renew(by token: String) async {
        defer { isRenewing = false }
        do {
            let holder = try await hub.database.holder(of: token, in: tenant)
            guard let holder, holder.accountID == account else { return subscription.endRefused() }
            subscription.token = holder.tokenID
        } catch {
            // Nobody knows whether it is valid. The client asks again, or its old token goes on.
        }
    }
}

extension RequestHead {
    /// Whether the client asks for this media type by its name.
    fileprivate func accepts(_ type: String) -> Bool {
        headers.values(of: "Accept").contains { value in
            value.split(separator: ",").contains { part in
                part.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased() == type
            }
        }
    }
}
