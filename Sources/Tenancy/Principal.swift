package import ParlayAPI

/// The authenticated caller of a request. An API key has the negative of its id as both ids, so that it is nobody's account and
/// what counts or belongs to callers is its own (decision 202).
package struct Principal: Sendable, Equatable {
    package let tokenID: TokenID
    package let accountID: AccountID
    package let role: Role

    /// Whether it is an API key, not a person.
    package var isKey: Bool { accountID.rawValue < 0 }
    /// Whether it is somebody with an account: no API key, and not the operator of the installation.
    package var isPerson: Bool { accountID.rawValue > 0 }
    /// The operator of the installation has no account: the audit log says `by: null`, as nobody has the id 0.
    static let ofOperator = Principal(
        tokenID: TokenID(rawValue: 0),
        accountID: AccountID(rawValue: 0),
        role: .admin
    )

    package init(tokenID: TokenID, accountID: AccountID, role: Role) {
        self.tokenID = tokenID
        self.accountID = accountID
        self.role = role
    }
}

/// Stored in rows.
package typealias Role = Profile.Role
