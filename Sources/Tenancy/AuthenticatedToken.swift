internal import Database
package import ParlayAPI

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

/// The same, with how many factors its owner has shown.
struct FactoredToken: ColumnGroup {
    static let columns: SQLFragment = PositionedToken.columns + "k.factors"

    let positioned: PositionedToken
    let factors: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        positioned = try PositionedToken(&columns)
        factors = try columns.integer()
    }
}

/// The same, with what pages show about the person.
struct PageToken: ColumnGroup {
    static let columns: SQLFragment =
        FactoredToken.columns + [
            "v.username", "v.first_name", "v.locale", "v.time_zone", "coalesce(v.unread, 0)", "k.created_at",
            "f.last_name", "f.photo_version",
        ]

    let token: AuthenticatedToken
    let position: Int64
    let factors: Int64
    let viewer: Viewer

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let factored = try FactoredToken(&columns)
        (token, position) = (factored.positioned.token, factored.positioned.position)
        factors = factored.factors
        viewer = Viewer(
            principal: token.principal,
            username: try columns.optionalText() ?? "",
            firstName: try columns.optionalText(),
            locale: try columns.optionalText(),
            timeZone: try columns.optionalText(),
            unread: try columns.integer(),
            signedInAt: try columns.time(),
            lastName: try columns.optionalText(),
            photoVersion: try columns.optionalInteger()
        )
    }
}

/// The person who looks at a page.
package struct Viewer: Sendable {
    package let principal: Principal
    package let username: String
    package let firstName: String?
    /// As the person chose it: a BCP 47 tag, and a name of the IANA database. `nil` if they chose none.
    package let locale: String?
    package let timeZone: String?
    /// Of the last hundred notices.
    package let unread: Int64
    package let signedInAt: Timestamp
    package let lastName: String?
    /// `nil` without a photo.
    package let photoVersion: Int64?
}
