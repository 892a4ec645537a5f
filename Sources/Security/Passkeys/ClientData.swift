internal import ParlayAPI

/// What the browser says of a ceremony (WebAuthn Level 3, section 5.8.1). The authenticator signs its digest.
package struct ClientData: Sendable {
    package enum Ceremony: String, Sendable {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    package let challenge: [UInt8]
    let digest: SHA256Digest
    private let type: String
    private let origin: String
    /// Whether a frame of another site did it.
    private let isCrossOrigin: Bool

    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard let object = try? JSONParser.parseObject(bytes, within: .requestBody),
            case .string(let type)? = object["type"], case .string(let origin)? = object["origin"],
            case .string(let text)? = object["challenge"], let challenge = Base64URL.decode(text)
        else { throw .malformed }
        switch object["crossOrigin"] {
        case nil, false?: isCrossOrigin = false
        case true?: isCrossOrigin = true
        default: throw .malformed
        }
        self.type = type
        self.origin = origin
        self.challenge = challenge
        digest = sha256(bytes)
    }

    package func check(_ ceremony: Ceremony) throws(PasskeyRefusal) {
        guard type == ceremony.rawValue else { throw .type }
    }

    func check(_ isOurs: (String) -> Bool) throws(PasskeyRefusal) {
        guard !isCrossOrigin, isOurs(origin) else { throw .origin }
    }
}
