/// Why a passkey is refused. The names are those of the API's member `check`.
package enum PasskeyRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// Not what a browser or an app sends.
    case malformed
    /// Made to sign in where it should have made a passkey, or the other way round.
    case type
    /// Not one of this server's for this, expired, or used before.
    case challenge
    /// A page or an app that is not the tenant's.
    case origin
    /// A passkey for another host.
    case relyingParty = "relying_party"
    /// The person was not present or not verified, or the flags contradict each other.
    case flags
    /// Not a valid key for ES256, EdDSA or RS256.
    case key
    /// No passkey here has this id, or the ids in it differ.
    case credential
    /// The statement about the authenticator is not valid.
    case attestation
    /// It was registered before.
    case registered
    /// The passkey is not of the account that it names.
    case userHandle = "user_handle"
    /// The passkey is not of the account whose name was given.
    case username
    case signature
    /// The counter of the authenticator did not rise: there may be a copy of it.
    case counter
}
