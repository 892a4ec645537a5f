package import Database
package import HTTPServer
package import ParlayAPI
internal import Reactor
internal import Security

/// The database as one request may see it: scoped to its tenant and, by its token, to its account.
///
/// The first statements go out together with the one that authenticates the token: one round trip. Statements take
/// the account from `current_account_id()`, because it is not known before the answer.
///
/// **Idempotency.** A call that carries an `Idempotency-Key` runs wholly inside one transaction, in which its answer is
/// recorded too. A handler does nothing for it: `read` and `write` join that transaction by themselves, each still undone
/// alone when it fails. What a handler must keep to: all its writes go through its session, never through a
/// `DatabasePool` of its own; where several round trips must commit together it uses `transaction`; and only what must
/// outlive a refusal, such as a count of wrong guesses, goes through `writeApart`. One call after the other: a session
/// is not for `async let`.
///
/// **Slow work.** A transaction holds one of the few connections for transactions. What takes long, such as hashing a
/// password, decoding an image or waiting, calls `requireNoTransaction` and so fails in the first test that does it inside
/// one. A POST route does such work in its preparation, which runs before the transaction (`TenantRoute.prepare`).
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop.
package final class Session: @unchecked Sendable {
    package private(set) var tenant: Tenant
    package private(set) var now: Timestamp
    /// The client's; behind a trusted proxy, the one that the proxy saw.
    package let address: PeerAddress
    private let database: DatabasePool
    private let token: SHA256Digest?
    private let trace: RequestTrace
    private let report: @Sendable (String) -> Void
    private let budget: RequestBudget
    private var known: Principal?
    /// The transaction that holds a connection for this request, while there is one.
    private var held: Transaction?
    /// Whether that transaction knows its tenant and account.
    private var isScoped = false
    /// Whether the transaction that is held has written.
    private var hasWritten = false
    /// Something that the call wrote is committed: whatever fails from now on, it is not true that nothing was done.
    private(set) var hasCommitted = false
    /// What the account may still send, once this request was counted.
    private(set) var allowance: RequestBudget.Allowance?

    private static let authenticate = RowStatement<AuthenticatedToken>(
        "select",
        AuthenticatedToken.columns,
        "from authenticate($1, $2, $3)"
    )
    /// Scopes a transaction without a token: to nobody, or to who was authenticated before.
    private static let scope = Statement(
        """
        select set_config('parlay.tenant_id', $1::text, true),
               set_config('parlay.account_id', coalesce($2::text, ''), true)
        """
    )
    /// At most once an hour and token; sliding expiry follows the last use.
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
    /// What every request with a token asks, for a token that there is not: whether requests can be served.
    package static func probe(at now: Timestamp) -> RowQuery<UnreadRow> {
        RowQuery(authenticate(0, .bytes([UInt8](repeating: 0, count: 32)), .time(now)).query)
    }
    package static let statements = [authenticate.statement, scope, touch, TenantRegistry.all.statement]

    /// - Parameters:
    ///   - token: `nil` on calls that need none.
    ///   - budget: what each account may send.
    ///   - report: logs a sentence about work behind the request that failed.
    init(
        tenant: Tenant,
        database: DatabasePool,
        token: SHA256Digest?,
        address: PeerAddress,
        now: Timestamp,
        trace: RequestTrace,
        budget: RequestBudget,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.tenant = tenant
        self.database = database
        self.token = token
        self.address = address
        self.now = now
        self.trace = trace
        self.budget = budget
        self.report = report
    }

    /// Forgets who asks, so that the next statement authenticates the token again. For a request that waited: meanwhile
    /// the token, the account or its role may have changed. What was counted stays counted.
    func restart(in tenant: Tenant, at now: Timestamp) {
        self.tenant = tenant
        self.now = now
        known = nil
        trace.accountID = nil
    }

    /// Whether the call needs no token.
    package var isAnonymous: Bool { token == nil }

    /// Who asks. Costs a round trip unless something was read before.
    package func principal() async throws -> Principal {
        if let known { return known }
        _ = try await read([])
        guard let known else { throw TenancyError.unauthorized }
        return known
    }

    /// Reads in one round trip, authenticated with it.
    package func read(_ queries: Query...) async throws -> [ResultSet] { try await read(queries) }

    /// The rows of each query, as its type reads them.
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
        return try admit(try await database.read([opening] + queries))
    }

    /// Reads what may take long because of what the caller asks for; see `DatabasePool.readWithinLimit`. Who asks is known
    /// before: costs a round trip more when nothing was read yet.
    @inlinable package func readWithinLimit<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>)
        async throws
        -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await readWithinLimit(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }

    package func readWithinLimit(_ queries: [Query]) async throws -> [ResultSet] {
        try requireNoTransaction("a search")
        let caller = try await principal().accountID
        let start = MonotonicClock.now
        defer { trace.databaseTime += MonotonicClock.now - start }
        let scope = Self.scope(.id(tenant.id), .id(caller))
        return Array(try await database.readWithinLimit([scope] + queries).dropFirst())
    }

    /// Writes in one implicit transaction, authenticated with it. Statements that depend on each other belong into
    /// one statement with `with`.
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

    /// Counts and the like, which stay even when the request is refused afterwards and are not what was asked for: outside
    /// any `transaction`, at once. Must not touch rows that the transaction has changed, because it would wait for itself.
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
            // A count that may be one too high: of what was asked for, nothing was done.
            throw DatabaseError.unavailable("the connection was lost while something was counted")
        }
    }

    /// One implicit transaction, beside any that is held.
    private func commit(_ queries: [Query]) async throws -> [ResultSet] {
        let start = MonotonicClock.now
        defer { trace.databaseTime += MonotonicClock.now - start }
        do {
            return try admit(try await database.write([opening] + queries))
        } catch DatabaseError.statement(let failure) {
            // A refused token scopes the transaction to nothing, where an insert breaks the policy or a key.
            if known == nil && token != nil { _ = try await principal() }
            throw DatabaseError.statement(failure)
        }
    }

    /// Several round trips that commit together: every `read` and `write` of this session inside `body` belongs to one
    /// transaction, and what `body` throws undoes them all. Inside another one it is a part that is undone alone.
    ///
    /// It holds a connection, of which there are few: nothing slow belongs into `body`. It may run more than once, after
    /// a deadlock. When connections are scarce, accounts take turns.
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

    /// Refuses work that takes long while the session holds a connection for a transaction.
    ///
    /// - Throws: `SlowWorkInTransaction`, a mistake in the code, answered as an internal error.
    package func requireNoTransaction(_ work: StaticString) throws(SlowWorkInTransaction) {
        if held != nil { throw SlowWorkInTransaction(work: "\(work)") }
    }

    /// Holds the answer back.
    package func pause(for duration: Duration) async throws {
        guard duration > .zero else { return }
        try requireNoTransaction("a pause")
        await EventLoop.current?.sleep(for: duration)
    }

    private func part<Value>(of transaction: Transaction, _ body: () async throws -> Value) async throws
        -> Value
    {
        _ = try await run([], in: transaction)
        try await transaction.run(Transaction.beginStep)
        let value: Value
        do {
            value = try await body()
        } catch {
            try await transaction.run(Transaction.undoStep, Transaction.endStep)
            throw error
        }
        try await transaction.run(Transaction.endStep)
        return value
    }

    /// Runs statements as one step, which is undone alone when it fails, as outside of transactions.
    private func run(_ queries: [Query], in transaction: Transaction) async throws -> [ResultSet] {
        let first = isScoped ? [] : [opening]
        let step = queries.isEmpty ? [] : [Transaction.beginStep] + queries + [Transaction.endStep]
        do {
            var results = try await transaction.run(first + step)
            if !isScoped { results = try admit(results) }
            isScoped = true
            return Array(results.dropFirst().dropLast())
        } catch DatabaseError.statement(let failure) {
            try await transaction.run(Transaction.undoStep, Transaction.endStep)
            if known == nil && token != nil { _ = try await principal() }
            throw DatabaseError.statement(failure)
        }
    }

    private var opening: Query {
        if let known { return Self.scope(.id(tenant.id), .id(known.accountID)) }
        guard let token else { return Self.scope(.id(tenant.id), nil) }
        return Self.authenticate(.id(tenant.id), .bytes(token.bytes), .time(now)).query
    }

    /// Takes the first result off and learns from it who asks.
    private func admit(_ results: [ResultSet]) throws -> [ResultSet] {
        if known == nil && token != nil {
            let found = results.first.map { Rows<AuthenticatedToken>($0) }
            guard let caller = try found?.first else {
                // Its last requests must not be charged to the account, which may have revoked it for good reason.
                if let tokenKey { budget.forget(tokenKey) }
                throw TenancyError.unauthorized
            }
            known = caller.principal
            trace.accountID = caller.principal.accountID.rawValue
            if caller.isStale { touch(caller.principal) }
        }
        return Array(results.dropFirst())
    }

    private func touch(_ principal: Principal) {
        let days = Parameter.integer(tenant.settings.tokenDays)
        let query = Self.touch(
            .id(tenant.id),
            .id(principal.tokenID),
            .id(principal.accountID),
            .time(now),
            days
        )
        database.writeLater([Self.scope(.id(tenant.id), .id(principal.accountID)), query]) { [report] error in
            report("the last use of a token was not recorded: \(error)")
        }
    }

    /// Acts for an account whose password was just proved, so that what follows is scoped to it. There is no token.
    package func assume(_ account: AccountID, username: String, role: Role) {
        known = Principal(tokenID: TokenID(rawValue: 0), accountID: account, username: username, role: role)
        isScoped = false
        trace.accountID = account.rawValue
    }

    private var tokenKey: RequestBudget.TokenKey? {
        token.map { RequestBudget.TokenKey(tenant: tenant.id, digest: $0) }
    }

    /// Counts the request against what its account may send, before anything is done for it.
    ///
    /// A token that this process has not seen lately is looked up first: only valid ones are counted.
    ///
    /// - Throws: `TenancyError.tooManyRequests`.
    func spend() async throws {
        guard let tokenKey, allowance == nil else { return }
        var verdict = budget.charge(tokenKey, tenant.settings)
        if verdict.mustProve {
            let account = try await principal().accountID
            verdict = budget.prove(tokenKey, of: account, tenant.settings)
        }
        allowance = verdict.allowance
        if let seconds = verdict.retryAfter { throw TenancyError.tooManyRequests(seconds: seconds) }
    }
}

/// Work that takes long was begun while a connection for transactions was held: everybody else's transactions would wait
/// for it. Do it in the route's preparation.
package struct SlowWorkInTransaction: Error, CustomStringConvertible {
    package let work: String
    package var description: String { "\(work) inside a transaction" }
}

/// What `authenticate` says of a token that is good.
private struct AuthenticatedToken: ColumnGroup {
    static let columns: SQLFragment = ["token_id", "account_id", "role", "username", "is_stale"]

    let principal: Principal
    /// Whether its last use is to be noted.
    let isStale: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let tokenID: TokenID = try columns.id()
        let accountID: AccountID = try columns.id()
        let role = Role(rawValue: try columns.text()) ?? .member
        principal = Principal(
            tokenID: tokenID,
            accountID: accountID,
            username: try columns.text(),
            role: role
        )
        isStale = try columns.boolean()
    }
}
