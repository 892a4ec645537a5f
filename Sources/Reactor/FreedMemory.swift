internal import CLinux

/// What becomes of memory that was freed (`docs/decisions/0047-memory-of-hostile-clients.md`).
package enum FreedMemory {
    /// Has every block of 128 KiB and more mapped by itself, and so given back when it is freed. glibc raises that size
    /// to that of the largest block freed so far, up to 32 MiB, and from then on keeps such blocks in its heaps.
    ///
    /// The end of a heap is given back beyond 1 MiB, so that it does not go and come with every request. Call it before
    /// there are other threads.
    package static func returnLargeBlocks() { parlay_fix_allocator(128 * 1024, 1024 * 1024) }

    /// Gives the free pages inside of the heaps back, too. Takes some milliseconds, in which a heap's own thread may have
    /// to wait for it, so it is for the end of an unusual load. `done` is called on the thread that does it.
    package static func trim(_ done: @escaping @Sendable () -> Void) throws(ReactorError) {
        try Thread.detach(name: "trim") {
            parlay_trim_heaps()
            done()
        }
    }
}
