/// The cost of one hash. The limits also hold for stored hashes.
package struct Argon2Cost: Equatable, Sendable {
    package let memoryKiB: Int
    package let iterations: Int
    package let parallelism: Int

    package init(memoryKiB: Int, iterations: Int, parallelism: Int) throws(PasswordHashError) {
        try Self.check(parallelism, named: "parallelism", allowed: 1...16)
        try Self.check(iterations, named: "iterations", allowed: 1...64)
        // Argon2 needs 8 KiB a lane (RFC 9106, section 3.1).
        try Self.check(memoryKiB, named: "memoryKiB", allowed: 8 * parallelism...1_048_576)
        self.memoryKiB = memoryKiB
        self.iterations = iterations
        self.parallelism = parallelism
    }

    /// 19 MiB, two iterations, one lane: the default of the settings.
    package static let standard = Argon2Cost(checked: 19_456, 2, 1)

    private init(checked memoryKiB: Int, _ iterations: Int, _ parallelism: Int) {
        self.memoryKiB = memoryKiB
        self.iterations = iterations
        self.parallelism = parallelism
    }

    /// The higher of each.
    func raised(to other: Argon2Cost) -> Argon2Cost {
        Argon2Cost(
            checked: max(memoryKiB, other.memoryKiB),
            max(iterations, other.iterations),
            max(parallelism, other.parallelism)
        )
    }

    /// Whether this cost is lower than the other in any respect.
    func isBelow(_ other: Argon2Cost) -> Bool {
        memoryKiB < other.memoryKiB || iterations < other.iterations || parallelism < other.parallelism
    }

    /// Whether this cost is higher than the other in any respect.
    func isAbove(_ other: Argon2Cost) -> Bool { other.isBelow(self) }

    private static func check(
        _ value: Int,
        named name: String,
        allowed: ClosedRange<Int>
    ) throws(PasswordHashError) {
        guard allowed.contains(value) else { throw .parameterOutOfRange(name: name, allowed: allowed) }
    }
}
