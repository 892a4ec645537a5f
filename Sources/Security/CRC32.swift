/// CRC-32 as in ISO-HDLC, zlib and PNG: polynomial 0x04C11DB7, reflected (0xEDB88320), inverted before and
/// after.
///
/// It detects typing errors and every change within 32 consecutive bits. It does not protect against intentional
/// changes.
enum CRC32 {
    static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        let table = table
        var state = UInt32.max
        for index in bytes.indices {
            state = (state >> 8) ^ table[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])]
        }
        return ~state
    }

    /// What each byte does to a state of zero.
    private static let table: [UInt32] = (0..<256).map { (byte: UInt32) in
        var state = byte
        for _ in 0..<8 {
            state = state & 1 == 1 ? (state >> 1) ^ 0xEDB8_8320 : state >> 1
        }
        return state
    }
}
