package import Database
internal import HTTPServer
internal import ParlayAPI
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
/// **Slow work.** A transaction holds one of few connections. Slow work, such as hashing a password, decoding an
/// image or waiting, calls `requireNoTransaction`, so that the first test that does it inside a transaction fails. A
/// POST route does such work in its preparation, which runs before the transaction (`TenantRoute.prepare`).
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop.
package final class Session: Caller, @unchecked Sendable {
    /// That of the cell where the tenant lives.
    var database: DatabasePool
    private let report: @Sendable (String) -> Void
    /// The last use of the token was recorded, if it had to be.
    private var isTouched = false
    /// The transaction that holds a connection for this request, if any.
    var held: Transaction?
    /// Whether that transaction is scoped to its tenant and account.
    private var isScoped = false
    /// Whether that transaction has written.
    private var hasWritten = false
    /// Whether a write waits for the commit of that transaction.
    private var writesWithCommit = false
    /// A write of the call is committed: whatever fails from now on, the answer must not claim that nothing was
    /// changed.
    private(set) var hasCommitted = false

    /// At most once per hour and token; the sliding expiry depends on the last use.
    private static let touch = Statement(
        """
        with used as (
            update tokens
               set last_used_at = date_trunc('hour', $4::timestamptz),
                   expires_at = $4::timestamptz + make_interval(days => $5::integer)
             where tenant_id = $1 and id = $2
        ), was as (
            select last_active_at from accounts where tenant_id = $1 and id = $3 for update
        ), seen as (
            update accounts a
               set last_active_at = date_trunc('hour', $4::timestamptz)
              from was
             where a.tenant_id = $1 and a.id = $3 and was.last_active_at < date_trunc('hour', $4::timestamptz)
            returning was.last_active_at
        )
        """,
        SignOfUse.insert(
            at: "$4",
            from: "seen s where s.last_active_at < date_trunc('day', $4::timestamptz, 'UTC')"
        )
    )
    package static let statements = [
        authenticate.statement, authenticateWithPosition.statement, authenticateForPage.statement,
        authenticateWithFactors.statement, authenticateKey.statement, touchKey,
        DatabasePool.renewal, scope, touch,
        TenantRegistry.all.statement,
    ]

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
        tokenKind: TokenKind = .app,
        isKey: Bool = false,
        address: PeerAddress,
        now: Timestamp,
        trace: RequestTrace,
        budget: RequestBudget,
        announced: Int,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.database = database
        self.report = report
        super.init(
            tenant: tenant,
            registry: registry,
            token: token,
            tokenKind: tokenKind,
            isKey: isKey,
            address: address,
            now: now,
            trace: trace,
            budget: budget,
            announced: announced
        )
    }

    /// The caller, as of the last statement. Costs a round trip unless something was read before.
    package func principal() async throws -> Principal {
        if let known { return known }
        _ = try await read([])
        return try caller()
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
        let start = Instant.now
        defer { trace.databaseTime += .now - start }
        if let held { return try await run(queries, in: held) }
        return try authenticated(try await atHome { try await $0.read([opening()] + queries) })
    }

    /// Reads what somebody else could read about themselves: statements that use `current_account_id()` find that account. For
    /// admins, whose role the route has checked.
    package func read(as account: AccountID, _ queries: [Query]) async throws -> [ResultSet] {
        let caller = try await principal().accountID
        let scope = Self.scope(.id(tenant.id), .id(account))
        let back = Self.scope(.id(tenant.id), .id(caller))
        return Array(try await read([scope] + queries + [back]).dropFirst().dropLast())
    }

    @inlinable package func read<each Row: RowReadable>(
        as account: AccountID,
        _ queries: repeat RowQuery<each Row>
    ) async throws -> (repeat Rows<each Row>) {
        var results = ResultsReader(
            try await read(as: account, ResultsReader.queries(repeat each queries))
        )
        return (repeat results.rows(of: each queries))
    }

    /// Reads like `read`, but without a task: `body` gets the results on this loop, or `nil` for whatever failed, and then
    /// a second attempt by `read` tells why.
    func read(_ queries: [Query], then body: @escaping ([ResultSet]?) -> Void) {
        let start = Instant.now
        guard let opening = try? opening() else { return body(nil) }
        database.read([opening] + queries) { [self] outcome in
            trace.databaseTime += .now - start
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
        let start = Instant.now
        defer { trace.databaseTime += .now - start }
        return try authenticated(try await atHome { try await $0.readWithinLimit([opening()] + queries) })
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
        let start = Instant.now
        defer { trace.databaseTime += .now - start }
        hasWritten = true
        return try await run(queries, in: held)
    }

    /// Writes an account and what modules store about it, in one transaction. The first query scopes those after it to
    /// the account that it wrote, or to no one when it wrote none: then they find nothing to write, and nothing to read.
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
        if (neededRole != nil || isKey || demandsFactors) && hasWaited { _ = try await read([]) }
        let start = Instant.now
        defer { trace.databaseTime += .now - start }
        do {
            // Beside a held transaction it must not wait: the switch waits for that to end.
            if held != nil { return try authenticated(try await database.write([opening()] + queries)) }
            return try authenticated(try await atHome { try await $0.write([opening()] + queries) })
        } catch DatabaseError.statement(let failure) where failure.sqlState != .tenantClosed {
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
        let value: Value
        do {
            value = try await atHome { database in
                try await database.transaction(for: requester) { transaction in
                    held = transaction
                    isScoped = false
                    hasWritten = false
                    writesWithCommit = false
                    return try await body()
                }
            }
        } catch DatabaseError.statement(let failure) where writesWithCommit {
            held = nil
            // As in `commit`.
            if hasToken { _ = try await read([]) }
            throw Self.error(failure)
        }
        hasCommitted = hasCommitted || hasWritten
        return value
    }

    /// The last write of the held transaction, which is sent together with its commit. If it fails, `transaction` throws the
    /// error.
    func writeWithCommit(_ query: Query) async throws {
        guard let held, isScoped else {
            _ = try await write(query)
            return
        }
        hasWritten = true
        writesWithCommit = true
        held.runWithCommit(query)
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
            try await transaction.undoStep(after: error)
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
        } catch DatabaseError.statement(let failure) where failure.sqlState != .tenantClosed {
            try await transaction.undoStep(after: Self.error(failure))
            if hasToken {
                isScoped = false
                _ = try await read([])
            }
            throw Self.error(failure)
        }
    }

    /// Takes the first result off and learns from it who asks.
    private func authenticated(_ results: [ResultSet]) throws -> [ResultSet] {
        if hasToken {
            let caller = try identify(results.first)
            if caller.isStale && !isTouched { touch(caller.principal) }
            try check(role: caller.principal.role)
        }
        noteTurn()
        return Array(results.dropFirst())
    }

    private func touch(_ principal: Principal) {
        isTouched = true
        var queries = [Self.scope(.id(tenant.id), .id(principal.accountID))]
        if isKey {
            queries.append(Self.touchKey(.id(tenant.id), .time(now)))
        } else {
            let (token, account) = (Parameter.id(principal.tokenID), Parameter.id(principal.accountID))
            let days = Parameter.integer(tokenKind.days(in: tenant))
            queries.append(Self.touch(.id(tenant.id), token, account, .time(now), days))
            if let token = self.token { queries.append(SignInStore.record(token, in: self)) }
        }
        database.writeLater(queries) { [report] error in
            report("the last use of a token was not recorded: \(error)")
        }
    }

    /// Acts for an account whose password was just verified, so that everything that follows is scoped to it. There
    /// is no token.
    package func assume(_ account: AccountID, role: Role) {
        isScoped = false
        become(account, role)
    }

    // MARK: Asking again

    /// Refuses the caller below this role, now and after whatever the call waits for.
    func require(_ role: Role) async throws {
        neededRole = role
        try check(role: try await principal().role)
    }

    /// Learns who calls, and refuses whoever must set up a second factor first, now and after whatever the call waits for.
    func requireFactors() async throws {
        guard demandsFactors, hasToken else { return }
        try check(role: try await principal().role)
    }

    /// Charges the request to the account before doing anything for it.
    ///
    /// A token that this process has not seen recently is looked up first: only valid ones are counted.
    ///
    /// - Throws: `TenancyError.tooManyRequests`.
    func spend() async throws {
        if try !spendIfKnown() { try spend(as: try await principal().accountID) }
    }

    /// Authenticates the token once more, if the call has waited since its last statement: its answer is for the caller
    /// alone. What is committed was authenticated together with the write.
    func confirm() async throws {
        guard !hasCommitted, hasToken, known == nil || hasWaited else { return }
        _ = try await read([])
    }

    /// The error of a statement that was refused although the caller may ask. Another person's account was deleted
    /// meanwhile if require_active_account refuses a row.
    private static func error(_ failure: StatementFailure) -> any Error {
        failure.constraint == "account_active"
            ? TenancyError.notFound("This account was deleted.") : DatabaseError.statement(failure)
    }
}
