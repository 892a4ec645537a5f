import Security
import Testing

@Suite struct SecretBoxTests {
    private let secret = [UInt8](repeating: 7, count: 32)

    @Test(arguments: [0, 1, 15, 16, 17, 70_000])
    func `what was sealed opens with the same secret and context`(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let box = SecretBox(secret: secret, context: "one")
        let sealed = try box.seal(bytes)
        #expect(sealed.count == count + 28)
        #expect(SecretBox(secret: secret, context: "one").open(sealed) == bytes)
        #expect(SecretBox(secret: secret, context: "two").open(sealed) == nil)
        #expect(SecretBox(secret: secret.dropLast() + [8], context: "one").open(sealed) == nil)
    }

    @Test func `a changed byte anywhere and a part alone open nothing`() throws {
        let box = SecretBox(secret: secret, context: "")
        let sealed = try box.seal(Array("whsec_secret".utf8))
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(box.open(changed) == nil)
            #expect(box.open(Array(sealed.prefix(index))) == nil)
        }
    }

    @Test func `the same bytes are sealed differently each time and are not seen`() throws {
        let bytes = Array("whsec_secret".utf8)
        let box = SecretBox(secret: secret, context: "")
        let sealed = try box.seal(bytes)
        #expect(try box.seal(bytes) != sealed)
        #expect(!sealed.indices.contains { sealed[$0...].starts(with: bytes) })
        #expect("\(box)" == "<redacted>")
        #expect(!String(reflecting: box).contains("7"))
    }
}
