/// Whether someone is signed in.
public enum SignInState: Hashable, Sendable {
    case signedIn(accountID: Int64)
    case signedOut(SignOutReason)
}

/// Why no one is signed in.
public enum SignOutReason: Hashable, Sendable {
    /// No one was signed in when the app started.
    case notSignedIn
    /// By this app: it logged out, or deleted the account.
    case left
    /// The server refused the token: expired, revoked on another device, or the account is suspended.
    case refused
}
