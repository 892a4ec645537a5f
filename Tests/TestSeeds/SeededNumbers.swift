/// Numbers that a seed repeats (SplitMix64).
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// From 0 to one less than `limit`.
    package mutating func next(below limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    /// True once in `part` times.
    package mutating func chance(_ part: Int) -> Bool { next(below: part) == 0 }

    /// A number in `0..<1`.
    package mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// One of them.
    package mutating func pick<Value>(_ values: [Value]) -> Value { values[next(below: values.count)] }
}
