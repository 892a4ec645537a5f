import Security
import Testing

@Suite struct DigestTests {
    @Test(arguments: [
        // FIPS 180-4's examples, as NIST and RFC 6234 give them.
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "a", 1_000_000,
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `the standard's messages have the standard's digests`(part: String, count: Int, digest: String) {
        let message = String(repeating: part, count: count)
        #expect(sha256(message).hex == digest)
        #expect(sha256(Array(message.utf8)).hex == digest)
        #expect(sha256(Array(message.utf8).span).hex == digest)
    }

    @Test(
        arguments: [
            // RFC 4231, test cases 1, 2, 3 and 6, and the empty message under the empty key.
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ] as [([UInt8], [UInt8], String)]
    )
    func `the standard's keys and messages have the standard's tags`(
        key: [UInt8],
        message: [UInt8],
        tag: String
    ) {
        #expect(HMACSHA256.authenticate(message, key: key).hex == tag)
    }

    @Test func `a digest survives its bytes, and other counts of bytes are none`() {
        let digest = sha256("abc")
        #expect(digest.bytes.count == 32)
        #expect(SHA256Digest(bytes: digest.bytes) == digest)
        #expect(Set([digest, sha256("abc"), sha256("abd")]).count == 2)
        #expect(SHA256Digest(bytes: Array(digest.bytes.dropLast())) == nil)
        #expect(SHA256Digest(bytes: digest.bytes + [0]) == nil)
    }

    @Test func `a difference in any one bit is found`() throws {
        let bytes = sha256("abc").bytes
        #expect(constantTimeEquals(bytes, bytes))
        #expect(constantTimeEquals([UInt8](), []))
        #expect(!constantTimeEquals(bytes, Array(bytes.dropLast())))
        for bit in 0..<256 {
            var other = bytes
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(!constantTimeEquals(bytes, other))
            let digest = try #require(SHA256Digest(bytes: other))
            #expect(!constantTimeEquals(digest, sha256("abc")))
        }
    }

    @Test func `many threads may digest at once`() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<1_000).allSatisfy { _ in sha256("abc").hex.hasPrefix("ba7816bf8f01cfea") }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
