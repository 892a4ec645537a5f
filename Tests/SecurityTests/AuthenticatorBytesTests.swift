import Glibc
import Testing

@testable import Security

/// CBOR of strangers, before libcbor and libfido2 see it.
@Suite struct AuthenticatorBytesTests {
    /// An array that says it has 2^29 elements, for which libcbor would make room of 4 GiB.
    private static let hugeArray: [UInt8] = [0x9B, 0, 0, 0, 0, 0x20, 0, 0, 0]
    private static let huge: [[UInt8]] = [
        hugeArray, [0x9A, 0x20, 0, 0, 0], [0xBB, 0, 0, 0, 0, 0x20, 0, 0, 0], [0xBA, 0x20, 0, 0, 0],
        // Each has enough bytes, but not all of them together.
        [UInt8](repeating: 0x98, count: 200).flatMap { [$0, 0xFF] }, [0x82, 0x01] + hugeArray,
        [0xBF, 0x01] + hugeArray + [0xFF], [0xC1] + hugeArray, [0x9B] + [UInt8](repeating: 0xFF, count: 8),
    ]

    /// `{"fmt": "none", "attStmt": …}`
    private static func object(_ statement: [UInt8]) -> [UInt8] {
        [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8)
            + statement
    }

    @Test(arguments: huge) func `collections that say they are larger than all bytes get no room`(
        _ end: [UInt8]
    ) {
        for bytes in [end, Self.object(end)] {
            #expect(throws: PasskeyRefusal.malformed) { try AttestationObject(bytes) }
        }
        for head in [Self.fixed(0x05), Self.credential(0x45)] {
            #expect(throws: PasskeyRefusal.malformed) { try AuthenticatorData(head + end) }
        }
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #expect(usage.ru_maxrss < 4 << 20, "KiB")
    }

    @Test func `what ends early is refused, and what is whole is not`() throws {
        let key: [UInt8] = [0xA1, 0x01, 0x82, 0x02, 0x43, 1, 2, 3]
        #expect(try AuthenticatorData(Self.fixed(0x05)).counter == 7)
        #expect(try AuthenticatorData(Self.credential(0x45) + key).counter == 7)
        #expect(try AuthenticatorData(Self.fixed(0x85) + key).counter == 7)
        // In the middle of its last element.
        #expect(throws: PasskeyRefusal.malformed) {
            try AuthenticatorData(Self.credential(0x45) + key.dropLast())
        }
        let whole = Self.credential(0x45)
        for count in 38..<whole.count {
            #expect(throws: PasskeyRefusal.malformed) { try AuthenticatorData(Array(whole.prefix(count))) }
        }
    }

    private static func fixed(_ flags: UInt8) -> [UInt8] {
        [UInt8](repeating: 0xAB, count: 32) + [flags, 0, 0, 0, 7]
    }

    /// With an id of 300 bytes.
    private static func credential(_ flags: UInt8) -> [UInt8] {
        fixed(flags) + [UInt8](repeating: 0, count: 16) + [1, 44] + [UInt8](repeating: 0xFF, count: 300)
    }
}
