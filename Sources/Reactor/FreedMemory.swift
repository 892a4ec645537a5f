internal import CLinux

/// Where freed memory goes (`docs/decisions/0047-memory-of-hostile-clients.md`).
package enum FreedMemory {
    /// Makes every block of 128 KiB and more a separate mapping, so that it is returned to the system when it is
    /// freed. By default, glibc raises that size to that of the largest freed block, up to 32 MiB, and keeps such
    /// blocks in its heaps.
    ///
    /// The end of a heap is returned beyond 1 MiB, so that it does not grow and shrink with every request. Call it
    /// before there are other threads.
    package static func returnLargeBlocks() { parlay_fix_allocator(128 * 1024, 1024 * 1024) }

    /// Also returns free pages inside of the heaps. Takes some milliseconds, during which a heap's own thread may
    /// have to wait, so it is for the end of an unusual load. `done` is called on the thread that does it.
    package static func trim(_ done: @escaping @Sendable () -> Void) throws(ReactorError) {
        try Thread.detach(name: "trim") {
            parlay_trim_heaps()
            done()
        }
    }
}
