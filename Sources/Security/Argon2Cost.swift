/// The cost of one hash. The limits also hold for stored hashes, so that no row can make a login use all memory.
struct Argon2Cost: Equatable, Sendable {
    let memoryKiB: Int
    let iterations: Int
    let parallelism: Int

    init(memoryKiB: Int, iterations: Int, parallelism: Int) throws(PasswordHashError) {
        try Self.check(parallelism, named: "parallelism", allowed: 1...16)
        try Self.check(iterations, named: "iterations", allowed: 1...64)
        // Argon2 needs 8 KiB a lane (RFC 9106, section 3.1).
        try Self.check(memoryKiB, named: "memoryKiB", allowed: 8 * parallelism...1_048_576)
        self.memoryKiB = memoryKiB
        self.iterations = iterations
        self.parallelism = parallelism
    }

    /// Whether this cost is lower than the other in any respect.
    func isBelow(_ other: Argon2Cost) -> Bool {
        memoryKiB < other.memoryKiB || iterations < other.iterations || parallelism < other.parallelism
    }

    private static func check(
        _ value: Int,
        named name: String,
        allowed: ClosedRange<Int>
    ) throws(PasswordHashError) {
        guard allowed.contains(value) else { throw .parameterOutOfRange(name: name, allowed: allowed) }
    }
}
