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

/// Stored in rows; each role may do everything that the previous ones may.
package enum Role: String, Sendable, CaseIterable, Comparable {
    case member
    case moderator
    case admin

    package static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .member: 0
        case .moderator: 1
        case .admin: 2
        }
    }
}
