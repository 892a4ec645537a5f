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
    public var accountID: Int64
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
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["base": base, "accountID": accountID]) }
}

/// Keeps the sign-in until the process ends: for tests and tools.
public actor InMemoryTokenStorage: TokenStorage {
    private var signIn: SavedSignIn?

    public init(_ signIn: SavedSignIn? = nil) { self.signIn = signIn }

    public func load() -> SavedSignIn? { signIn }
    public func save(_ signIn: SavedSignIn) { self.signIn = signIn }
    public func clear() { signIn = nil }
}
