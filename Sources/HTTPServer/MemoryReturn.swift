internal import Reactor

/// Returns freed memory of a loop to the system after a crowd of bodies or answers. mimalloc does so while the loop
/// allocates and frees, and keeps what a crowd left when nothing follows it.
struct MemoryReturn {
    /// How many bytes must have been freed to make it worthwhile.
    private static let worthwhile = 4 * 1024 * 1024
    private static let pause = Duration.seconds(10)

    private var peak = 0
    private var last = Instant.distantPast

    /// Whether to return memory now. Call it about once a second with the number of bytes held.
    mutating func isDue(_ held: Int, now: Instant) -> Bool {
        peak = max(peak, held)
        guard peak - held >= Self.worthwhile, held <= peak / 2, now - last >= Self.pause else { return false }
        peak = held
        last = now
        return true
    }
}
