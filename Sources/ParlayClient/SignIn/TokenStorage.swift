public import ParlayAPI

/// Where a sign-in is stored: `KeychainTokenStorage` on Apple's systems, `FileTokenStorage` elsewhere, or your own
/// type. One storage holds one sign-in.
public protocol TokenStorage: Sendable {
    /// `nil` if there is none.
    func load() async throws -> SavedSignIn?
    /// Replaces what is stored.
    func save(_ signIn: SavedSignIn) async throws
    func clear() async throws
}

/// A token and its account. Its description omits the token, so that it appears in no log.
public struct SavedSignIn: Codable, Hashable, Sendable {
    /// Such as `https://play.example.org/v1/wordup/`. A token is only sent to the place that issued it.
    public var base: String
    /// The account that the token belongs to.
    public var accountID: Int64
    /// Secret. Store it where other apps cannot read it.
    public var token: String
    /// Extended by using the token; `nil` if unknown.
    public var expiresAt: Timestamp?

    public init(base: String, accountID: Int64, token: String, expiresAt: Timestamp? = nil) {
        self.base = base
        self.accountID = accountID
        self.token = token
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case base
        case accountID = "account_id"
        case token
        case expiresAt = "expires_at"
    }
}

extension SavedSignIn: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "account \(accountID) at \(base)" }
    /// Without the token.
    public var debugDescription: String { description }
    /// Without the token.
    public var customMirror: Mirror { Mirror(self, children: ["base": base, "accountID": accountID]) }
}

/// Keeps the sign-in until the process ends: for tests and tools.
public actor InMemoryTokenStorage: TokenStorage {
    private var signIn: SavedSignIn?

    /// - Parameter signIn: a sign-in to start with; `nil` for none.
    public init(_ signIn: SavedSignIn? = nil) { self.signIn = signIn }

    /// `nil` if there is none.
    public func load() -> SavedSignIn? { signIn }
    /// Replaces what is stored.
    public func save(_ signIn: SavedSignIn) { self.signIn = signIn }
    /// The person is signed out when the app starts again.
    public func clear() { signIn = nil }
}
