package import Database
package import HTTPServer
package import ParlayAPI
internal import Reactor
internal import Security

/// The database as one request sees it: scoped to its tenant and, by its token, to its account.
///
/// The first statements are sent together with the authentication of the token: one round trip. Statements use
/// `current_account_id()`, because the account is unknown before the answer.
///
/// **Idempotency.** A call with an `Idempotency-Key` runs entirely in one transaction, which also records its answer.
/// A handler needs no code for this: `read` and `write` join that transaction, and each is still undone separately if
/// it fails. A handler must follow three rules: all its writes go through its session, never through another
/// `DatabasePool`; several round trips that must commit together use `transaction`; and only what must survive a
/// refusal, such as a count of wrong guesses, goes through `writeApart`. Calls must not overlap: a session is not for
/// `async let`.
///
/// **Waiting.** Each statement, or each transaction, begins with the authentication of the token, not only the first
/// one of a request: while it waited for a password's hash, another server or a permit, the token may have been revoked
/// or the account suspended. A call that waited after its last statement is authenticated by `confirm` before its
/// answer. So no call needs code for this either.
///
/// **Slow work.** A transaction holds one of few connections. Slow work, such as hashing a password, decoding an
/// image or waiting, calls `requireNoTransaction`, so that the first test that does it inside a transaction fails. A
/// POST route does such work in its preparation, which runs before the transaction (`TenantRoute.prepare`).
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop.
package final class Session: @unchecked Sendable {
    package private(set) var tenant: Tenant
    package private(set) var now: Timestamp
    /// The client's address; behind a trusted proxy, the one that the proxy reports.
    package let address: PeerAddress
    private let database: DatabasePool
    let token: SHA256Digest?
    private let trace: RequestTrace
    private let report: @Sendable (String) -> Void
    let budget: RequestBudget
    /// As how many requests this one counts, besides itself, for the body that it announces.
    let announced: Int64
    let registry: TenantRegistry
    private(set) var known: Principal?
    /// Whether `known` was assumed, not authenticated by the token.
    private(set) var isAssumed = false
    /// The turn of the loop in which the request was admitted, or the token authenticated last: in the same turn,
    /// nothing can have changed.
    private(set) var verifiedTurn = EventLoop.current?.turnStart
    /// The last use of the token was recorded, if it had to be.
    private var isTouched = false
    /// Below this role the call is refused.
    var neededRole: Role?
    /// The transaction that holds a connection for this request, if any.
    private var held: Transaction?
    /// Whether that transaction is scoped to its tenant and account.
    private var isScoped = false
    /// Whether that transaction has written.
    private var hasWritten = false
    /// A write of the call is committed: whatever fails from now on, the answer must not claim that nothing was
    /// changed.
    private(set) var hasCommitted = false
    /// What the account can still send, after counting this request.
    var allowance: RequestBudget.Allowance?
    /// In how many seconds the account can send the next request, if it sent too many.
    var excess: Int?

    static let authenticate = RowStatement<AuthenticatedToken>(
        "select",
        AuthenticatedToken.columns.record,
        "from authenticate($1, $2, $3)"
    )
    /// Scopes a transaction without a token: to nobody, or to the account that was authenticated before.
    private static let scope = Statement(
        """
        select set_config('parlay.tenant_id', $1::text, true),
               set_config('parlay.account_id', coalesce($2::text, ''), true)
        """
    )
    /// Scopes what follows in the same unit to a tenant and to nobody in it.
    static func scoping(to tenant: TenantID) -> Query { scope(.id(tenant), nil) }
    /// At most once per hour and token; the sliding expiry depends on the last use.
    private static let touch = Statement(
        """
        with used as (
            update tokens
               set last_used_at = date_trunc('hour', $4::timestamptz),
                   expires_at = $4::timestamptz + make_interval(days => $5::integer)
             where tenant_id = $1 and id = $2
        )
        update accounts
           set last_active_at = date_trunc('hour', $4::timestamptz)
         where tenant_id = $1 and id = $3 and last_active_at < date_trunc('hour', $4::timestamptz)
        """
    )
    /// The statement of every request with a token, for a token that does not exist: to check whether requests can be
    /// served.
    package static func probe(at now: Timestamp) -> RowQuery<UnreadRow> {
        RowQuery(authenticate(0, .bytes([UInt8](repeating: 0, count: 32)), .instant(now.milliseconds)).query)
    }
    package static let statements = [authenticate.statement, scope, touch, TenantRegistry.all.statement]

    /// - Parameters:
    ///   - token: `nil` on calls that need none.
    ///   - budget: how many requests each account can send.
    ///   - announced: bytes of the body, as far as they are known and will be read.
    ///   - report: logs a failure of work after the request.
    init(
        tenant: Tenant,
        registry: TenantRegistry,
        database: DatabasePool,
        token: SHA256Digest?,
        address: PeerAddress,
        now: Timestamp,
        trace: RequestTrace,
        budget: RequestBudget,
        announced: Int,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.tenant = tenant
        self.registry = registry
        self.database = database
        self.token = token
        self.address = address
        self.now = now
        self.trace = trace
        self.budget = budget
        self.announced = RequestBudget.extra(forReceived: announced)
        self.report = report
    }

    /// Takes over the tenant's present settings, and forgets the caller until the next statement. For a request whose
    /// handler has not begun. The request is not counted again.
    func restart(in tenant: Tenant, at now: Timestamp) {
        self.tenant = tenant
        self.now = now
        known = nil
        trace.accountID = nil
    }

    /// Whether the call needs no token.
    package var isAnonymous: Bool { token == nil }

    /// The caller, as of the last statement. Costs a round trip unless something was read before.
    package func principal() async throws -> Principal {
        if let known { return known }
        _ = try await read([])
        guard let known else { throw TenancyError.unauthorized }
        return known
    }

    /// The caller, after something was read.
    package func caller() throws -> Principal {
        guard let known else { throw TenancyError.unauthorized }
        return known
    }

    /// Reads in one round trip together with the authentication.
    package func read(_ queries: Query...) async throws -> [ResultSet] { try await read(queries) }

    /// The rows of each query, read by its type.
    @inlinable package func read<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>) async throws
        -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await read(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }

    package func read(_ queries: [Query]) async throws -> [ResultSet] {
        let start = MonotonicClock.now
        defer { trace.databaseTime += MonotonicClock.now - start }
        if let held { return try await run(queries, in: held) }
        return try authenticated(try await database.read([opening()] + queries))
    }

    /// Reads like `read`, but without a task: `body` gets the results on this loop, or `nil` for whatever failed, and then
    /// a second attempt by `read` tells why.
    func read(_ queries: [Query], then body: @escaping ([ResultSet]?) -> Void) {
        let start = MonotonicClock.now
        guard let opening = try? opening() else { return body(nil) }
        database.read([opening] + queries) { [self] outcome in
            trace.databaseTime += MonotonicClock.now - start
            body(try? authenticated(outcome.get()))
        }
    }

    /// Reads whose duration depends on the caller's input; see `DatabasePool.readWithinLimit`. The caller is
    /// authenticated before, which costs a round trip more if nothing was read yet.
    @inlinable package func readWithinLimit<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>)
        async throws
        -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await readWithinLimit(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }

    package func readWithinLimit(_ queries: [Query]) async throws -> [ResultSet] {
        try requireNoTransaction("a search")
        _ = try await principal()
        let start = MonotonicClock.now
        defer { trace.databaseTime += MonotonicClock.now - start }
        return try authenticated(try await database.readWithinLimit([opening()] + queries))
    }

    /// Writes in one implicit transaction together with the authentication. Combine statements that depend on each
    /// other into one with `with`.
    package func write(_ queries: Query...) async throws -> [ResultSet] { try await write(queries) }

    @inlinable package func write<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>) async throws
        -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await write(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }

    package func write(_ queries: [Query]) async throws -> [ResultSet] {
        guard let held else {
            let results = try await commit(queries)
            hasCommitted = true
            return results
        }
        let start = MonotonicClock.now
        defer { trace.databaseTime += MonotonicClock.now - start }
        hasWritten = true
        return try await run(queries, in: held)
    }

    /// Writes an account and what modules store about it, in one transaction. The first query scopes those behind it to
    /// the account that it wrote, or to nobody when it wrote none: then they find nothing to write, and nothing to read.
    package func writeAccount(_ queries: [Query]) async throws -> [ResultSet] {
        guard held != nil else { return try await write(queries) }
        return try await write(queries + [Self.scope(.id(tenant.id), .id(known?.accountID))]).dropLast()
    }

    /// For counts and the like, which persist even if the request is refused afterwards: they are written immediately
    /// and outside of any `transaction`. Must not touch rows that the transaction has changed, because it would wait
    /// for itself.
    package func writeApart(_ queries: Query...) async throws -> [ResultSet] { try await writeApart(queries) }

    @inlinable package func writeApart<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>)
        async throws
        -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await writeApart(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }

    package func writeApart(_ queries: [Query]) async throws -> [ResultSet] {
        do {
            return try await commit(queries)
        } catch DatabaseError.outcomeUnknown {
            // The count may be one too high, but what the call asked for was not done.
            throw DatabaseError.unavailable("the connection was lost while something was counted")
        }
    }

    /// One implicit transaction, beside a held one.
    private func commit(_ queries: [Query]) async throws -> [ResultSet] {
        // The statements do not ask for the role.
        if neededRole != nil && hasWaited { _ = try await read([]) }
        let start = MonotonicClock.now
        defer { trace.databaseTime += MonotonicClock.now - start }
        do {
            return try authenticated(try await database.write([opening()] + queries))
        } catch DatabaseError.statement(let failure) {
            // A refused token scopes the transaction to nothing, where an insert violates the policy or a key.
            if hasToken { _ = try await read([]) }
            throw Self.error(failure)
        }
    }

    /// Several round trips that commit together: every `read` and `write` of this session inside `body` belongs to
    /// one transaction, and an error thrown by `body` undoes them all. Nested calls are parts that are undone
    /// separately.
    ///
    /// It holds one of few connections, so nothing slow belongs into `body`. `body` may run more than once, after a
    /// deadlock. When connections are scarce, accounts take turns.
    package func transaction<Value>(_ body: () async throws -> Value) async throws -> Value {
        if let held { return try await part(of: held, body) }
        defer { held = nil }
        let requester = Requester(group: tenant.id.rawValue, member: known?.accountID.rawValue ?? 0)
        let value = try await database.transaction(for: requester) { transaction in
            held = transaction
            isScoped = false
            hasWritten = false
            return try await body()
        }
        hasCommitted = hasCommitted || hasWritten
        return value
    }

    /// Refuses slow work while the session holds a connection for a transaction.
    ///
    /// - Throws: `SlowWorkInTransaction`, a bug, answered as an internal error.
    package func requireNoTransaction(_ work: StaticString) throws(SlowWorkInTransaction) {
        if held != nil { throw SlowWorkInTransaction(work: "\(work)") }
    }

    /// Delays the answer.
    package func pause(for duration: Duration) async throws {
        guard duration > .zero else { return }
        try requireNoTransaction("a pause")
        await EventLoop.current?.sleep(for: duration)
    }

    private func part<Value>(of transaction: Transaction, _ body: () async throws -> Value) async throws
        -> Value
    {
        _ = try await run([], in: transaction)
        transaction.runLater(Transaction.beginStep)
        let value: Value
        do {
            value = try await body()
        } catch {
            try await transaction.run(Transaction.undoStep, Transaction.endStep)
            throw error
        }
        transaction.runLater(Transaction.endStep)
        return value
    }

    /// Runs statements as one step, which is undone separately if it fails, as outside of transactions.
    private func run(_ queries: [Query], in transaction: Transaction) async throws -> [ResultSet] {
        let first = isScoped ? [] : [try opening()]
        let step = queries.isEmpty ? [] : [Transaction.beginStep] + queries + [Transaction.endStep]
        do {
            var results = try await transaction.run(first + step)
            if !isScoped { results = try authenticated(results) }
            isScoped = true
            return Array(results.dropFirst().dropLast())
        } catch DatabaseError.statement(let failure) {
            try await transaction.run(Transaction.undoStep, Transaction.endStep)
            if hasToken {
                isScoped = false
                _ = try await read([])
            }
            throw Self.error(failure)
        }
    }

    /// What the statements of a unit begin with.
    ///
    /// - Throws: `Problem.unknownTenant` if the tenant was suspended while the call waited.
    private func opening() throws -> Query {
        if hasWaited, presentTenant == nil { throw Problem.unknownTenant }
        guard let token, !isAssumed else { return Self.scope(.id(tenant.id), .id(known?.accountID)) }
        let moment = hasWaited ? Timestamp.now : now
        return Self.authenticate(.id(tenant.id), .bytes(token.bytes), .instant(moment.milliseconds)).query
    }

    /// Takes the first result off and learns from it who asks.
    private func authenticated(_ results: [ResultSet]) throws -> [ResultSet] {
        if hasToken {
            let found = results.first.map { Rows<AuthenticatedToken>($0) }
            guard let caller = try found?.first else {
                // Its recent requests must not be charged to the account, which may have revoked it for good reason.
                if let tokenKey { budget.forget(tokenKey) }
                throw TenancyError.unauthorized
            }
            known = caller.principal
            trace.accountID = caller.principal.accountID.rawValue
            if caller.isStale && !isTouched { touch(caller.principal) }
            try check(role: caller.principal.role)
        }
        verifiedTurn = EventLoop.current?.turnStart
        return Array(results.dropFirst())
    }

    private func touch(_ principal: Principal) {
        isTouched = true
        let days = Parameter.integer(tenant.settings.tokenDays)
        let query = Self.touch(
            .id(tenant.id),
            .id(principal.tokenID),
            .id(principal.accountID),
            .time(now),
            days
        )
        var queries = [Self.scope(.id(tenant.id), .id(principal.accountID)), query]
        if let token { queries.append(SignInStore.record(token, in: self)) }
        database.writeLater(queries) { [report] error in
            report("the last use of a token was not recorded: \(error)")
        }
    }

    /// Acts for an account whose password was just verified, so that everything that follows is scoped to it. There
    /// is no token.
    package func assume(_ account: AccountID, role: Role) {
        known = Principal(tokenID: TokenID(rawValue: 0), accountID: account, role: role)
        isAssumed = true
        isScoped = false
        trace.accountID = account.rawValue
    }
}
