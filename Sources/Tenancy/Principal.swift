package import ParlayAPI

/// The authenticated caller of a request.
package struct Principal: Sendable, Equatable {
    package let tokenID: TokenID
    package let accountID: AccountID
    package let role: Role

    package init(tokenID: TokenID, accountID: AccountID, role: Role) {
        self.tokenID = tokenID
        self.accountID = accountID
        self.role = role
    }
}

/// Stored in rows.
package typealias Role = Profile.Role
