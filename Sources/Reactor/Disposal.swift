/// Frees large blocks outside of the event loops: to give 35 MB back to the system takes a loop over 5 ms.
package enum Disposal {
    /// `nil` if the system has no thread left.
    private static let pool = try? BlockingPool(name: "disposal", threads: 1, capacity: 4096, niceness: 5)

    /// Runs `free`: on a loop's thread later and elsewhere, on any other thread immediately.
    package static func dispose(_ free: @escaping @Sendable () -> Void) {
        guard EventLoop.current != nil, let pool, pool.submit(free) else { return free() }
    }
}
