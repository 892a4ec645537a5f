import Testing

@testable import Security

@Suite struct TextEncodingTests {
    @Test(arguments: [
        // RFC 4648, section 10, without its padding.
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `base64url writes and reads the standard's examples`(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test func `base64url uses the letters that addresses allow`() {
        let bytes = Array(UInt8(240)...255)
        #expect(Base64URL.encode(bytes) == "8PHy8_T19vf4-fr7_P3-_w")
        #expect(Base64URL.decode("8PHy8_T19vf4-fr7_P3-_w") == bytes)
    }

    @Test(arguments: [
        "Zg==", "Zg=", "Z", "Zm9vY", "Zh", "Zm9", "Zm 9v", "Zm9v\n", "+/8", "Zm9é", "ＡＡ",
    ])
    func `base64url refuses what it would not write`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `each run of bytes survives base64url and hexadecimal`() throws {
        for count in 0..<70 {
            let bytes = try SecureRandom.bytes(count: count)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
            #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
        }
    }

    @Test func `hexadecimal is written small and read in either case`() {
        #expect(Hexadecimal.encode([0x00, 0x0f, 0xa5, 0xff]) == "000fa5ff")
        #expect(Hexadecimal.decode("000fA5fF") == [0x00, 0x0f, 0xa5, 0xff])
        for text in ["0", "0g", "0x", "+1", " 1", "１１"] { #expect(Hexadecimal.decode(text) == nil) }
    }

    @Test func `base62 pads with zeros and holds the largest checksum`() {
        #expect(Base62.encode(0, width: 6) == Array("000000".utf8))
        #expect(Base62.encode(61, width: 6) == Array("00000z".utf8))
        #expect(Base62.encode(62, width: 6) == Array("000010".utf8))
        #expect(Base62.encode(.max, width: 6) == Array("4gfFC3".utf8))
        #expect((UInt8.min...UInt8.max).filter(Base62.contains) == Base62.alphabet)
    }

    @Test func `the checksum is the one of zlib`() {
        #expect(CRC32.checksum("123456789".utf8.span) == 0xCBF4_3926)  // the catalogues' check value
        #expect(CRC32.checksum("".utf8.span) == 0)
    }
}
