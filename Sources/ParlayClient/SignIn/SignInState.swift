/// Whether someone is signed in.
public enum SignInState: Hashable, Sendable {
    case signedIn(accountID: Int64)
    case signedOut(SignOutReason)
}

/// Why nobody is signed in.
public enum SignOutReason: Hashable, Sendable {
    /// Nobody was signed in when the app started.
    case notSignedIn
    /// By this app: it logged out, or deleted the account.
    case left
    /// The server refused the token: expired, revoked on another device, or the account is suspended.
    case refused
}
