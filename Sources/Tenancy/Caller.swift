package import Database
package import HTTPServer
package import ParlayAPI
internal import Reactor
internal import Security

/// Who calls: the tenant, the token and whose it is, and what the account can still send. The base of `Session`, because a
/// request has one object for both (decision 120).
///
/// **Waiting.** Each statement, or each transaction, begins with the authentication of the token, not only the first
/// one of a request: while it waited for a password's hash, another server or a permit, the token may have been revoked
/// or the account suspended. A call that waited after its last statement is authenticated by `confirm` before its
/// answer. So no call needs code for this either.
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop.
package class Caller: @unchecked Sendable {
    final package private(set) var tenant: Tenant
    final package private(set) var now: Timestamp
    /// The client's address; behind a trusted proxy, the one that the proxy reports.
    final package let address: PeerAddress
    final let token: SHA256Digest?
    /// What the request comes from: an app, or a browser that looks at the server's own pages.
    final package let tokenKind: TokenKind
    /// Whether the token is an API key; see `Caller+Key`.
    final let isKey: Bool
    /// What the key may do, once something was read.
    final var scopes: [KeyScope] = []
    /// Whether who must have a second factor, and has shown none, is refused.
    final var demandsFactors = false
    /// How many factors the caller has shown; `nil` where nobody asks.
    private final var factors: Int64?
    /// Without it a key is refused.
    final var neededScope: KeyScope?
    final let trace: RequestTrace
    final let registry: TenantRegistry
    private final let budget: RequestBudget
    /// As how many requests this one counts, besides itself, for the body that it announces.
    private final let announced: Int64
    final private(set) var known: Principal?
    /// Whether `known` was assumed, not authenticated by the token.
    private final var isAssumed = false
    /// The turn of the loop in which the request was admitted, or the token authenticated last: in the same turn,
    /// nothing can have changed.
    private final var verifiedTurn = Caller.turn
    /// In nanoseconds, because optional instants are compared by a generic function.
    private static var turn: Int64? { EventLoop.current?.turnStart.nanoseconds }
    /// Whom a row that the operator makes names as its author; `nil` for the caller.
    final package var author: AccountID?
    /// Whether the answer says after which event of the caller's stream to follow what it shows.
    final var showsPosition = false
    /// The number of that event, once something was read.
    final package private(set) var position: Int64?
    /// Who looks at a page; `nil` for an app, for a guest, and until something was read.
    final package private(set) var viewer: Viewer?
    /// Whether the person has just given their password to the page.
    private final var hasGivenPassword = false
    /// Below this role the call is refused.
    final var neededRole: Role?
    /// What the account can still send, after counting this request.
    final private(set) var allowance: RequestBudget.Allowance?
    /// In how many seconds the account can send the next request, if it sent too many.
    private final var excess: Int?

    static let authenticate = RowStatement<AuthenticatedToken>(
        "select",
        AuthenticatedToken.columns.record,
        "from authenticate($1, $2, $3)"
    )
    /// The same with the number of the account's last event, for reads of personal things. Before these, so that nothing that
    /// they do not show is below that number.
    static let authenticateWithPosition = RowStatement<PositionedToken>(
        "select",
        PositionedToken.columns.record,
        """
          from authenticate($1, $2, $3) t
          left join lateral (
               select s.number from streams s where s.tenant_id = $1 and s.account_id = t.account_id offset 0
               ) s on true
        """
    )
    /// The same with what pages show about the person.
    static let authenticateForPage = RowStatement<PageToken>(
        "select",
        PageToken.columns,
        """
          from authenticate($1, $2, $3) t
          left join lateral (
               select s.number from streams s where s.tenant_id = $1 and s.account_id = t.account_id offset 0
               ) s on true
          left join lateral page_viewer($1, t.account_id) v on true
          left join lateral page_face($1, t.account_id) f on true
          left join lateral (
               select n.created_at, n.factors from tokens n where n.tenant_id = $1 and n.id = t.token_id offset 0
               ) k on true
        """
    )
    /// The same with how many factors its owner has shown.
    static let authenticateWithFactors = RowStatement<FactoredToken>(
        "select",
        FactoredToken.columns,
        """
          from authenticate($1, $2, $3) t
          left join lateral (
               select s.number from streams s where s.tenant_id = $1 and s.account_id = t.account_id offset 0
               ) s on true
          left join lateral (
               select n.factors from tokens n where n.tenant_id = $1 and n.id = t.token_id offset 0
               ) k on true
        """
    )
    /// Scopes a transaction without a token: to no one, or to the account that was authenticated before. Refused if the tenant does
    /// not live in this cell, as `authenticate()` is.
    static let scope = Statement(
        """
        select set_config('parlay.tenant_id', $1::text, true),
               set_config('parlay.account_id', coalesce($2::text, ''), true),
               (select refuse_tenant(t.state) from tenants t where t.id = $1::text::bigint and t.state <> 'open')
        """
    )
    /// Scopes what follows in the same unit to a tenant and to no one in it.
    static func scoping(to tenant: TenantID) -> Query { scope(.id(tenant), nil) }
    /// The statement of every request with a token, for a token that does not exist: to check whether requests can be
    /// served.
    package static func probe(at now: Timestamp) -> RowQuery<UnreadRow> {
        RowQuery(authenticate(0, .bytes([UInt8](repeating: 0, count: 32)), .instant(now.milliseconds)).query)
    }

    init(
        tenant: Tenant,
        registry: TenantRegistry,
        token: SHA256Digest?,
        tokenKind: TokenKind,
        isKey: Bool,
        address: PeerAddress,
        now: Timestamp,
        trace: RequestTrace,
        budget: RequestBudget,
        announced: Int
    ) {
        self.tenant = tenant
        self.registry = registry
        self.token = token
        self.tokenKind = tokenKind
        self.isKey = isKey
        self.address = address
        self.now = now
        self.trace = trace
        self.budget = budget
        self.announced = RequestBudget.extra(forReceived: announced)
    }

    /// Takes over the tenant's present settings, and forgets the caller until the next statement. For a request whose
    /// handler has not begun. The request is not counted again.
    final func restart(in tenant: Tenant, at now: Timestamp) {
        self.tenant = tenant
        self.now = now
        if !isAssumed { known = nil }
        position = nil
        viewer = nil
        trace.accountID = nil
    }

    /// Goes on where the tenant lives now.
    final func move(to tenant: Tenant) { self.tenant = tenant }

    /// Whether the call needs no token.
    final package var isAnonymous: Bool { token == nil }

    /// Whether the token decides who the caller is.
    final var hasToken: Bool { !isAnonymous && !isAssumed }

    /// Whether a page has just asked for the password, or the browser was signed in lately (decision 192). Never for an app.
    final package var hasSignedInRecently: Bool {
        guard tokenKind == .browser else { return false }
        return hasGivenPassword || viewer.map { $0.signedInAt.adding(seconds: Self.recently) >= now } ?? false
    }

    /// For how many seconds a sign-in in a browser is recent.
    package static let recently: Int64 = 900

    /// See `hasSignedInRecently`.
    final package func noteGivenPassword() { hasGivenPassword = true }

    /// The caller, after something was read.
    final package func caller() throws -> Principal {
        guard let known else { throw TenancyError.unauthorized }
        return known
    }

    final func check(role: Role) throws {
        if let neededScope { try check(scope: neededScope) }
        if demandsFactors, let factors, factors < 2, tenant.settings.secondFactor.isRequired(of: role) {
            throw TenancyError.secondFactorNeeded
        }
        guard let neededRole, role < neededRole else { return }
        throw TenancyError.forbidden("This call requires the role \(neededRole.rawValue).")
    }

    // MARK: Authentication

    /// Whether anything can have changed since the tenant and the token were checked.
    final var hasWaited: Bool { verifiedTurn == nil || verifiedTurn != Caller.turn }

    /// The tenant as it is now, not as it was when the call began; `nil` if it is gone, or suspended for anybody but the operator.
    final package var presentTenant: Tenant? {
        registry.tenant(tenant.slug).flatMap { $0.isActive || known == .ofOperator ? $0 : nil }
    }

    /// What the statements of a unit begin with.
    ///
    /// - Throws: `Problem.unknownTenant` if the tenant was suspended while the call waited.
    final func opening() throws -> Query {
        if hasWaited, presentTenant == nil { throw Problem.unknownTenant }
        guard let token, !isAssumed else { return Self.scope(.id(tenant.id), .id(known?.accountID)) }
        let moment = hasWaited ? Timestamp.now : now
        if isKey { return authenticateKey(token, at: moment) }
        if learnsViewer {
            return Self.authenticateForPage.statement(
                .id(tenant.id),
                .bytes(token.bytes),
                .instant(moment.milliseconds)
            )
        }
        if demandsFactors {
            return Self.authenticateWithFactors.statement(
                .id(tenant.id),
                .bytes(token.bytes),
                .instant(moment.milliseconds)
            )
        }
        let statement = showsPosition ? Self.authenticateWithPosition.statement : Self.authenticate.statement
        return statement(.id(tenant.id), .bytes(token.bytes), .instant(moment.milliseconds))
    }

    /// A page shows the person as its first unit has found them; the units after it are authenticated alone.
    private var learnsViewer: Bool { tokenKind == .browser && viewer == nil }

    /// Learns who calls from the result of `opening`.
    final func identify(_ result: ResultSet?) throws -> AuthenticatedToken {
        guard let caller = try found(result) else {
            // Its recent requests must not be charged to the account, which may have revoked it for good reason.
            if let tokenKey { budget.forget(tokenKey) }
            throw TenancyError.unauthorized
        }
        known = caller.principal
        trace.accountID = caller.principal.accountID.rawValue
        return caller
    }

    private final func found(_ result: ResultSet?) throws -> AuthenticatedToken? {
        guard let result else { return nil }
        if isKey { return try foundKey(result) }
        if learnsViewer {
            guard let found = try Rows<PageToken>(result).first else { return nil }
            (viewer, position) = (found.viewer, found.position)
            factors = found.factors
            return found.token
        }
        if demandsFactors {
            guard let found = try Rows<FactoredToken>(result).first else { return nil }
            if showsPosition { position = position ?? found.positioned.position }
            factors = found.factors
            return found.positioned.token
        }
        guard showsPosition else { return try Rows<AuthenticatedToken>(result).first }
        guard let found = try Rows<PositionedToken>(result).first else { return nil }
        // Of several reads the first.
        position = position ?? found.position
        return found.token
    }

    /// In this turn of the loop, nothing can change any more.
    final func noteTurn() { verifiedTurn = Caller.turn }

    final func become(_ account: AccountID, _ role: Role) {
        become(Principal(tokenID: TokenID(rawValue: 0), accountID: account, role: role))
        trace.accountID = account.rawValue
    }

    final func become(_ principal: Principal) {
        known = principal
        isAssumed = true
    }

    // MARK: Budget

    private final var tokenKey: RequestBudget.TokenKey? {
        token.map { RequestBudget.TokenKey(tenant: tenant.id, digest: $0) }
    }

    /// Charges the request, if this process has seen its token recently; false if it must be looked up first.
    ///
    /// - Throws: `TenancyError.tooManyRequests`.
    final func spendIfKnown() throws -> Bool {
        if let excess { throw TenancyError.tooManyRequests(seconds: excess) }
        guard let tokenKey, allowance == nil else { return true }
        let verdict = budget.charge(tokenKey, extra: announced, tenant.settings.rates)
        if verdict.mustVerify { return false }
        try take(verdict)
        return true
    }

    /// Charges the request to the account whose token was looked up.
    ///
    /// - Throws: `TenancyError.tooManyRequests`.
    final func spend(as account: AccountID) throws {
        guard let tokenKey else { return }
        try take(budget.verify(tokenKey, of: account, extra: announced, tenant.settings.rates))
    }

    /// Charges the size of a body that came in chunks, and of the answer before it is compressed. Refuses nothing: what the
    /// account owes delays its next requests.
    final func spend(received: Int = 0, sent: Int = 0) {
        let extra = RequestBudget.extra(forReceived: received) + RequestBudget.extra(forSent: sent)
        guard extra > 0, allowance != nil, excess == nil, let tokenKey else { return }
        allowance = budget.add(extra, to: tokenKey, tenant.settings.rates) ?? allowance
    }

    /// Charges a call without a token to its address, for work that strangers may ask for.
    ///
    /// - Throws: `TenancyError.tooManyRequests`.
    final package func spendByAddress() throws {
        let verdict = budget.charge(address, in: tenant)
        if verdict.retryAfter != nil { try take(verdict) }
    }

    private final func take(_ verdict: RequestBudget.Verdict) throws {
        allowance = verdict.allowance
        excess = verdict.retryAfter
        if let excess { throw TenancyError.tooManyRequests(seconds: excess) }
    }
}
