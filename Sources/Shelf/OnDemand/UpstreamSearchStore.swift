package import Database
internal import Tenancy

/// What a front may know of searches at IGDB.
package enum UpstreamSearchStore {
    /// `$1` is the tenant, `$2` what is searched for.
    static let state = RowStatement<UpstreamSearchState>(
        "select",
        UpstreamSearchState.columns,
        "from game_search_state($2) s"
    )

    static func state(_ q: String, in tenant: TenantID) -> RowQuery<UpstreamSearchState> {
        state(.id(tenant), .text(q))
    }

    private static let stale = RowStatement<Bool>("select catalog_is_stale()")

    /// Whether no sync with IGDB succeeded for 48 hours. Of interest only if there are credentials for IGDB.
    package static var isStale: RowQuery<Bool> { stale() }

    package static let statements = [state.statement, stale.statement]
}

/// A search at IGDB, as far as it is known here.
struct UpstreamSearchState: ColumnGroup, Hashable {
    static let columns: SQLFragment = [
        "s.key", "s.status", "s.finished", "s.is_unavailable",
        """
        exists (
            select from jobs j
             where j.tenant_id = $1 and j.kind = 'search_games' and j.unique_key = s.key and j.state = 'available'
        )
        """,
    ]

    enum Status: String { case running, done, failed }

    /// Of the search and of its job; empty if nothing can be searched for.
    var key: String
    /// `nil` if it was not asked within a day.
    var status: Status?
    /// How often it finished.
    var finished: Int64 = 0
    /// IGDB cannot be asked now.
    var isUnavailable = false
    /// A job of this tenant waits to ask.
    var isQueued = false

    init(
        key: String,
        status: Status? = nil,
        finished: Int64 = 0,
        isUnavailable: Bool = false,
        isQueued: Bool = false
    ) {
        self.key = key
        self.status = status
        self.finished = finished
        self.isUnavailable = isUnavailable
        self.isQueued = isQueued
    }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        key = try columns.text()
        status = try columns.optionalChoice()
        finished = try columns.integer()
        isUnavailable = try columns.boolean()
        isQueued = try columns.boolean()
    }

    enum Step: Hashable {
        /// The search is over: nothing to do.
        case end(GameSearches.Outcome)
        /// Someone else has asked.
        case wait
        case ask
    }

    /// What a call does that wants this search.
    var step: Step {
        if key.isEmpty || status == .done { return .end(.notNeeded) }
        if status == .running || isQueued { return .wait }
        return isUnavailable ? .end(.failed) : .ask
    }

    /// How the search ended since `earlier`; `nil` if it has not.
    func outcome(since earlier: UpstreamSearchState) -> GameSearches.Outcome? {
        guard finished != earlier.finished else { return nil }
        switch status {
        case .done: return .done
        case .failed: return .failed
        case .running, nil: return nil
        }
    }
}
