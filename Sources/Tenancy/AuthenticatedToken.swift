internal import Database
internal import ParlayAPI

/// What a request needs to know of a valid token. `authenticate()` also has the username, which costs a second look-up.
struct AuthenticatedToken: ColumnGroup {
    static let columns: SQLFragment = ["token_id", "account_id", "role", "is_stale"]

    let principal: Principal
    /// Whether to record its last use.
    let isStale: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let tokenID: TokenID = try columns.id()
        let accountID: AccountID = try columns.id()
        let role = Role(rawValue: try columns.text()) ?? .member
        principal = Principal(tokenID: tokenID, accountID: accountID, role: role)
        isStale = try columns.boolean()
    }
}

/// The same, with the position of the account's stream.
struct PositionedToken: ColumnGroup {
    static let columns: SQLFragment = AuthenticatedToken.columns.of("t") + ["coalesce(s.number, 0)"]

    let token: AuthenticatedToken
    let position: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        token = try AuthenticatedToken(&columns)
        position = try columns.integer()
    }
}
