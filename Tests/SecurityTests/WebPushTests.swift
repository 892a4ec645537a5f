import ParlayAPI
import Testing

@testable import Security

@Suite struct WebPushTests {
    /// RFC 8291, section 5 and appendix A.
    private enum Example {
        static let text = "When I grow up, I want to be a watermelon"
        static let senderNumber = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let receiverNumber = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let senderPoint =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        static let receiverPoint =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let message =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
            + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
            + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    @Test func `the example of RFC 8291 is met byte by byte`() throws {
        let sender = try #require(P256Secret(number: try bytes(Example.senderNumber)))
        let receiver = try #require(P256Secret(number: try bytes(Example.receiverNumber)))
        #expect(Base64URL.encode(sender.point) == Example.senderPoint)
        #expect(Base64URL.encode(receiver.point) == Example.receiverPoint)
        let shared = try #require(receiver.agree(with: sender.point))
        #expect(Base64URL.encode(shared) == "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs")
        let keys = WebPushReceiver.keys(
            shared: shared,
            secret: try bytes(Example.secret),
            receiver: receiver.point,
            sender: sender.point,
            salt: try bytes(Example.salt)
        )
        #expect(Base64URL.encode(keys.key) == "oIhVW04MRdy2XN9CiKLxTg")
        #expect(Base64URL.encode(keys.nonce) == "4h_95klXJ5E_qnoN")

        let push = try #require(
            WebPushReceiver(point: try bytes(Example.receiverPoint), secret: try bytes(Example.secret))
        )
        let message = push.seal(Array(Example.text.utf8), with: sender, salt: try bytes(Example.salt))
        #expect(Base64URL.encode(message) == Example.message)
    }

    @Test func `each message has keys of its own, and the longest one is what push services take`() throws {
        let push = try #require(
            WebPushReceiver(point: try bytes(Example.receiverPoint), secret: try bytes(Example.secret))
        )
        let text = [UInt8](repeating: 0x61, count: WebPushReceiver.textLimit)
        let (first, second) = (try push.seal(text), try push.seal(text))
        #expect(first.count == 4096)
        #expect(first != second)
        #expect(Array(first.prefix(16)) != Array(second.prefix(16)))
        #expect(Array(first[21..<86]) != Array(second[21..<86]))
    }

    @Test func `keys of another length or outside of the curve are none`() throws {
        let (point, secret) = (try bytes(Example.receiverPoint), try bytes(Example.secret))
        #expect(WebPushReceiver(point: point, secret: secret) != nil)
        #expect(WebPushReceiver(point: point, secret: secret + [0]) == nil)
        #expect(WebPushReceiver(point: Array(point.dropLast()), secret: secret) == nil)
        for index in [0, 1, 40, 64] {
            var wrong = point
            wrong[index] ^= 1
            #expect(WebPushReceiver(point: wrong, secret: secret) == nil)
        }
        #expect(WebPushReceiver(point: [4] + [UInt8](repeating: 0, count: 64), secret: secret) == nil)
        #expect(P256Secret(number: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(P256Secret(number: [UInt8](repeating: 255, count: 32)) == nil)
    }

    @Test func `the identity is the same for holders of the key, and its signature verifies`() throws {
        let signer = Signer(key: [UInt8](repeating: 7, count: 32))
        let key = PushIdentity.publicKey(signer)
        #expect(PushIdentity.publicKey(signer) == key)
        #expect(PushIdentity.publicKey(Signer(key: [UInt8](repeating: 8, count: 32))) != key)
        let identity = PushIdentity(signer, contact: "https://play.example.org")
        let header = identity.authorization(for: "https://push.example.net", at: 1_700_000_000)
        // Signed once, and again when it is half over.
        #expect(identity.authorization(for: "https://push.example.net", at: 1_700_000_060) == header)
        #expect(identity.authorization(for: "https://push.example.net", at: 1_700_040_000) != header)
        let match = try #require(header.wholeMatch(of: /vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)/))
        #expect(match.4 == key)
        let claims = try JSONParser.parseObject(try bytes(String(match.2)))
        #expect(claims["aud"] == "https://push.example.net")
        #expect(claims["exp"] == 1_700_043_200)
        #expect(claims["sub"] == "https://play.example.org")
        let point = try bytes(key)
        let object: JSONObject = [
            "kty": "EC", "crv": "P-256", "alg": "ES256", "kid": "1", "use": "sig",
            "x": .string(Base64URL.encode(Array(point[1..<33]))),
            "y": .string(Base64URL.encode(Array(point[33...]))),
        ]
        let jwk = try #require(JSONWebKey(object))
        let signature = try bytes(String(match.3))
        #expect(jwk.verifies(signature, of: Array("\(match.1).\(match.2)".utf8)))
        #expect(!jwk.verifies(signature, of: Array("\(match.1).\(match.2)x".utf8)))
    }
}
