internal import CMimalloc
internal import Glibc

/// The allocator of the whole program, C libraries included: mimalloc, whose `malloc` and `free` come before glibc's
/// because the program is linked with it (`docs/decisions/0122-mimalloc.md`).
package enum Allocator {
    /// Bytes whose freeing takes an event loop long enough to be done with care.
    package static let muchMemory = 1 << 20

    /// Returns each page to the system as soon as nothing is allocated in it. By default mimalloc waits for the next use of
    /// the memory around it, which may never come. Call it before there are other threads.
    package static func returnFreedPages() { mi_option_set(mi_option_decommit_delay, 0) }

    /// Runs `free`, which frees much memory in small blocks. Where pages are returned at once, these are returned together, at
    /// the next use of the memory around them: a system call for each page of 35 MB would take 20 ms.
    package static func freeTogether(_ free: () -> Void) {
        guard mi_option_get(mi_option_decommit_delay) == 0 else { return free() }
        mi_option_set(mi_option_decommit_delay, 1)
        free()
        returnFreedPages()
    }

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
