internal import CMimalloc
internal import Glibc

/// The allocator of the whole program, C libraries included: mimalloc, whose `malloc` and `free` come before glibc's
/// because the program is linked with it (`docs/decisions/0122-mimalloc.md`).
package enum Allocator {
    /// Returns each page to the system a millisecond after nothing is allocated in it any more, together with those around
    /// it. By default mimalloc waits longer, for a use of that memory that may never come; without any wait each page is a
    /// system call, which are 20 ms for 35 MB. Call it before there are other threads.
    package static func returnFreedPages() { mi_option_set(mi_option_decommit_delay, 1) }

    /// Returns the calling thread's free memory to the system. Takes up to some milliseconds, so it is for the end of an
    /// unusual load.
    package static func collect() { mi_collect(true) }

    /// What `malloc` allocates from: another library can come before mimalloc in the environment (`LD_PRELOAD`, ld.so(8)).
    package static var name: String {
        guard let block = unsafe malloc(1) else { return "unknown" }
        defer { unsafe free(block) }
        guard unsafe mi_is_in_heap_region(block) else { return "other" }
        let version = mi_version()
        return "mimalloc \(version / 100).\(version / 10 % 10).\(version % 10)"
    }
}
