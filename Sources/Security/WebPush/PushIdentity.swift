internal import ParlayAPI
internal import Synchronization

/// By which push services know the installation (VAPID, RFC 8292): whoever subscribes names its public key, and each request is signed.
///
/// The pair is derived from the key of the installation's signatures. So it is the same in each process and each cell, and there is
/// nothing to keep: a restored backup has it too.
package final class PushIdentity: Sendable {
    /// A signature is used for half a day; push services refuse one for more than a day.
    private static let validity: Int64 = 43_200
    private static let limit = 1_000

    private let pair: P256Pair
    private let contact: String
    /// By origin. Signing takes longer than the rest of a push.
    private let signed = Mutex<[String: (token: String, expiresAt: Int64)]>([:])

    /// - Parameter contact: where the people of a push service reach the operator: an `https` or a `mailto` URL.
    package init(_ signer: Signer, contact: String) {
        pair = P256Pair.derived(from: signer, context: Self.context)
        self.contact = contact
    }

    private static let context = "push_identity"

    /// What browsers take as `applicationServerKey`.
    package static func publicKey(_ signer: Signer) -> String {
        Base64URL.encode(P256Pair.derived(from: signer, context: context).point)
    }

    /// The header `Authorization` of a request to a push service.
    ///
    /// - Parameters:
    ///   - origin: of the subscription's address.
    ///   - now: seconds since the Unix epoch.
    package func authorization(for origin: String, at now: Int64) -> String {
        let token = signed.withLock { signed -> String in
            if let kept = signed[origin], kept.expiresAt > now + Self.validity / 2 {
                return kept.token
            }
            let expiry = now + Self.validity
            let made = makeToken(for: origin, until: expiry)
            if signed.count >= Self.limit { signed.removeAll() }
            signed[origin] = (made, expiry)
            return made
        }
        return "vapid t=\(token), k=\(Base64URL.encode(pair.point))"
    }

    private func makeToken(for origin: String, until expiry: Int64) -> String {
        let claims: JSONObject = [
            "aud": .string(origin), "exp": .integer(expiry), "sub": .string(contact),
        ]
        let text = WebTokenKey.unsigned(claims, .es256)
        return text + "." + Base64URL.encode(pair.sign(Array(text.utf8)))
    }
}
