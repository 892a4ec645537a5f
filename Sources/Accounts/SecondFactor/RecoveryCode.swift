internal import Security

/// A code that replaces one of the authenticator app, once: 130 bits as 26 letters and digits. Its digest is stored.
struct RecoveryCode: Sendable, Equatable {
    /// No characters that are easily confused: neither I, L, O nor U.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let count = 26
    private static let groupCount = 5
    /// How many an account gets.
    static let codes = 10

    private let symbols: [UInt8]

    init() throws(SecureRandomError) {
        symbols = try SecureRandom.bytes(count: Self.count).map { Self.alphabet[Int($0 & 31)] }
    }

    /// A typed code: in any case, with or without hyphens and spaces. `nil` if it cannot be one.
    init?(typed text: String) {
        let symbols = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
            .map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 - 32 : $0 }
        guard symbols.count == Self.count, symbols.allSatisfy(Self.alphabet.contains) else { return nil }
        self.symbols = symbols
    }

    static func several() throws(SecureRandomError) -> [RecoveryCode] {
        var codes: [RecoveryCode] = []
        for _ in 0..<Self.codes { codes.append(try RecoveryCode()) }
        return codes
    }

    var digest: SHA256Digest { sha256(symbols) }

    /// `K7QF2-M9XWT-BC4DP-R3ZK8-Q1H6N-V`
    var shown: String {
        stride(from: 0, to: Self.count, by: Self.groupCount).map { start in
            String(decoding: symbols.dropFirst(start).prefix(Self.groupCount), as: UTF8.self)
        }.joined(separator: "-")
    }
}
