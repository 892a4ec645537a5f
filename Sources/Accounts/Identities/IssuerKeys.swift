internal import ParlayAPI
package import Security

/// The keys of an issuer as it published them.
package struct IssuerKeys: Sendable {
    /// For how long keys may be kept, whatever the issuer says, in seconds.
    package static let ages: ClosedRange<Int64> = 300...86_400

    /// The JSON Web Key Set as fetched.
    package let document: [UInt8]
    /// Has at least one key.
    package let set: JSONWebKeySet
    /// Seconds for which they may be kept; within `ages`.
    package let maxAge: Int64

    /// - Parameter maxAge: what the issuer said; `nil` if it said nothing.
    package init(_ document: [UInt8], maxAge: Int64?) throws(IssuerError) {
        guard let object = try? JSONParser.parseObject(document, within: .file) else { throw .notJSON(.keys) }
        guard let set = JSONWebKeySet(object) else { throw .notKeySet }
        guard !set.isEmpty else { throw .noUsableKey }
        self.document = document
        self.set = set
        self.maxAge = min(max(maxAge ?? 0, Self.ages.lowerBound), Self.ages.upperBound)
    }
}
