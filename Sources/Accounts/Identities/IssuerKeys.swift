internal import ParlayAPI
package import Security

/// The keys of an issuer as it published them.
package struct IssuerKeys: Sendable {
    /// For how long keys may be kept, whatever the issuer says, in seconds.
    package static let ages: ClosedRange<Int64> = 300...86_400

    /// The JSON Web Key Set as it is stored: as fetched, with `authorization` beside it.
    package let document: [UInt8]
    /// Has at least one key.
    package let set: JSONWebKeySet
    /// Seconds for which they may be kept; within `ages`.
    package let maxAge: Int64
    /// `nil` if the issuer lets no browser begin a sign-in, or its keys leave no room to store that.
    package let authorization: IssuerAuthorization?

    /// - Parameter maxAge: what the issuer said; `nil` if it said nothing.
    package init(_ document: [UInt8], maxAge: Int64?, authorization: IssuerAuthorization? = nil)
        throws(IssuerError)
    {
        guard let object = try? JSONParser.parseObject(document, within: .file) else { throw .notJSON(.keys) }
        guard let set = JSONWebKeySet(object) else { throw .notKeySet }
        guard !set.isEmpty else { throw .noUsableKey }
        let both = authorization?.beside(object)
        self.document = both ?? document
        self.authorization = both == nil ? nil : authorization
        self.set = set
        self.maxAge = min(max(maxAge ?? 0, Self.ages.lowerBound), Self.ages.upperBound)
    }
}
