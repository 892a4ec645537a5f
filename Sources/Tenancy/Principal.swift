package import ParlayAPI

/// The authenticated caller of a request. An API key has the negative of its id as both ids, so that it is nobody's account and
/// what counts or belongs to callers is its own (decision 202).
package struct Principal: Sendable, Equatable {
    package let tokenID: TokenID
    package let accountID: AccountID
    package let role: Role

    /// Whether it is an API key, not a person.
    package var isKey: Bool { accountID.rawValue < 0 }

    package init(tokenID: TokenID, accountID: AccountID, role: Role) {
        self.tokenID = tokenID
        self.accountID = accountID
        self.role = role
    }
}

/// Stored in rows.
package typealias Role = Profile.Role
