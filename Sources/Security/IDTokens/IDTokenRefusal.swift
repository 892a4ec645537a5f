/// Why an ID token is refused, in the order in which tokens are checked. The names are those of the API's member `check`.
package enum IDTokenRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// Not a signed ID token at all, or with a critical header.
    case malformed
    /// Neither RS256 nor ES256.
    case algorithm
    case issuer
    case audience
    /// Expired, or issued in the future.
    case expiry
    case nonce
    /// The issuer has no such key, or one that does not fit the algorithm.
    case key
    case signature
    /// It was presented before.
    case used
}
