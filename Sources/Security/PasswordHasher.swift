internal import CArgon2

/// Hashes and checks passwords with Argon2id (RFC 9106) through libargon2.
///
/// ``hash(_:)`` and ``verify(_:against:)`` block for tens of milliseconds and take `memoryKiB` of memory
/// while they do: call them on the blocking-work pool, never on an event loop. A password counts as the UTF-8
/// bytes that were sent, with no Unicode normalisation.
package struct PasswordHasher: Sendable {
    /// In bytes; see ``PasswordPolicy`` for the sentence that a person gets.
    package static let longestPassword = 1_024

    /// A hash of the same cost that matches no password. Verifying against it for an unknown account makes that login
    /// take as long as one with a wrong password.
    package let dummyHash: String

    package let cost: Argon2Cost
    /// Stored hashes with a higher cost are not computed.
    private var ceiling: Argon2Cost

    /// Throws `parameterOutOfRange` unless `parallelism` is in 1...16, `iterations` in 1...64 and `memoryKiB`
    /// in 8 × `parallelism`...1,048,576.
    package init(
        memoryKiB: Int = Argon2Cost.standard.memoryKiB,
        iterations: Int = Argon2Cost.standard.iterations,
        parallelism: Int = Argon2Cost.standard.parallelism
    ) throws(PasswordHashError) {
        cost = try Argon2Cost(memoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism)
        ceiling = cost.raised(to: .standard)
        // A random tag does as well as a computed one, and the start takes no time.
        do {
            let salt = try SecureRandom.base62(count: Self.saltCharacters)
            let tag = try SecureRandom.base62(count: Self.tagCharacters)
            dummyHash = Argon2Hash(cost: cost, salt: salt + "A", tag: tag + "A").text
        } catch {
            throw .randomness(error)
        }
    }

    /// The same, which verifies hashes up to this cost; by default up to its own and the standard.
    package func accepting(_ ceiling: Argon2Cost) -> PasswordHasher {
        var hasher = self
        hasher.ceiling = ceiling
        return hasher
    }

    /// The PHC string to store. Two hashes of one password differ, because each has its own salt.
    package func hash(_ password: String) throws(PasswordHashError) -> String {
        let bytes = Array(password.utf8)
        guard bytes.count <= Self.longestPassword else { throw .passwordTooLong(byteCount: bytes.count) }
        let salt: [UInt8]
        do { salt = try SecureRandom.bytes(count: Self.saltByteCount) } catch { throw .randomness(error) }

        let memory = UInt32(cost.memoryKiB)
        let iterations = UInt32(cost.iterations)
        let lanes = UInt32(cost.parallelism)
        let length = argon2_encodedlen(
            iterations,
            memory,
            lanes,
            UInt32(Self.saltByteCount),
            UInt32(Self.tagByteCount),
            Argon2_id
        )
        var encoded = [CChar](repeating: 0, count: length)
        let status = unsafe argon2id_hash_encoded(
            iterations,
            memory,
            lanes,
            bytes,
            bytes.count,
            salt,
            salt.count,
            Self.tagByteCount,
            &encoded,
            encoded.count
        )
        guard status == ARGON2_OK.rawValue else { throw .argon2(code: status) }
        return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether the hash was made from this password, at the cost in the hash. A password longer than
    /// ``longestPassword`` never matches.
    ///
    /// Throws `malformedHash` for a string that is not a hash, which means that the row is damaged and not that the
    /// password is wrong, and `tooCostly` without computing anything; see ``isTooCostly(_:)``.
    package func verify(_ password: String, against phc: String) throws(PasswordHashError) -> Bool {
        let bytes = Array(password.utf8)
        guard bytes.count <= Self.longestPassword else { return false }
        guard let stored = Argon2Hash(parsing: phc) else { throw .malformedHash }
        guard !stored.cost.isAbove(ceiling) else { throw .tooCostly }
        let status = unsafe argon2id_verify(phc, bytes, bytes.count)
        switch status {
        case ARGON2_OK.rawValue: return true
        case ARGON2_VERIFY_MISMATCH.rawValue: return false
        case ARGON2_DECODING_FAIL.rawValue: throw .malformedHash
        default: throw .argon2(code: status)
        }
    }

    /// Whether the hash has a higher cost than this hasher computes. No hash of this installation has one, whatever its
    /// settings were; a row that came from elsewhere may.
    package func isTooCostly(_ phc: String) -> Bool {
        Argon2Hash(parsing: phc)?.cost.isAbove(ceiling) ?? false
    }

    /// Whether the hash cost less than this hasher's cost, so that the next login should replace it. True for a
    /// string that is not a hash; false for a higher cost.
    package func needsRehash(_ phc: String) -> Bool {
        guard let stored = Argon2Hash(parsing: phc) else { return true }
        return stored.cost.isBelow(cost)
    }

    private static let saltByteCount = 16
    private static let tagByteCount = 32

    /// The number of complete base64 characters of the salt and the tag; one more, `A`, has the last bits.
    private static let saltCharacters = 21
    private static let tagCharacters = 42
}
