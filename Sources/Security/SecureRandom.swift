internal import COpenSSL

/// OpenSSL could not give random bytes: its generator found no entropy.
package struct SecureRandomError: Error, Equatable, CustomStringConvertible {
    /// The first code in OpenSSL's error queue, as `openssl errstr` takes it; zero when there was none.
    package let code: UInt

    package var description: String {
        "OpenSSL's random generator failed (error \(String(code, radix: 16)))"
    }

    /// Clears this thread's error queue, so that the next failure is not mistaken for this one.
    static func fromQueue() -> SecureRandomError {
        let code = ERR_get_error()
        ERR_clear_error()
        return SecureRandomError(code: code)
    }
}

/// Random values fit for secrets, from OpenSSL's generator.
package enum SecureRandom {
    package static func bytes(count: Int) throws(SecureRandomError) -> [UInt8] {
        precondition(count >= 0 && count <= Int(Int32.max), "A count that RAND_bytes cannot take")
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else { throw .fromQueue() }
        return bytes
    }

    /// A number in `0..<bound`, each as likely as the others. The bound must be positive.
    package static func uniform(below bound: UInt64) throws(SecureRandomError) -> UInt64 {
        try uniform(below: bound) { () throws(SecureRandomError) in
            try bytes(count: 8).reduce(0 as UInt64) { word, byte in (word << 8) | UInt64(byte) }
        }
    }

    /// Text of base62 characters, each with log₂ 62 ≈ 5.954 bits of entropy.
    package static func base62(count: Int) throws(SecureRandomError) -> String {
        // At once for all characters: the generator takes most of the time for its start. More is drawn in one case of 10⁸.
        var drawn = try bytes(count: 4 * count)[...]
        var characters: [UInt8] = []
        for _ in 0..<count {
            let index = try uniform(below: UInt32(Base62.alphabet.count)) { () throws(SecureRandomError) in
                if drawn.isEmpty { drawn = try bytes(count: 4)[...] }
                let word = drawn.prefix(4).reduce(0 as UInt32) { word, byte in (word << 8) | UInt32(byte) }
                drawn.removeFirst(4)
                return word
            }
            characters.append(Base62.alphabet[Int(index)])
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Scales a random word to the range and draws again in the few cases that would make some results more likely.
    ///
    /// D. Lemire, "Fast Random Integer Generation in an Interval" (2019). Any width, so that a test can try
    /// every word there is.
    static func uniform<Word: FixedWidthInteger & UnsignedInteger, Failure: Error>(
        below bound: Word,
        drawing draw: () throws(Failure) -> Word
    ) throws(Failure) -> Word where Word.Magnitude == Word {
        precondition(bound > 0, "Nothing lies below zero")
        let threshold = (0 &- bound) % bound
        while true {
            let product = try draw().multipliedFullWidth(by: bound)
            if product.low >= threshold { return product.high }
        }
    }
}
