internal import CMimalloc
internal import Glibc
internal import Synchronization

/// The allocator of the whole program, C libraries included: mimalloc, whose `malloc` and `free` come before glibc's
/// because the program is linked with it (`docs/decisions/0122-mimalloc.md`).
package enum Allocator {
    /// Bytes whose freeing takes an event loop long enough to be done with care.
    package static let muchMemory = 1 << 20

    /// Returns each page to the system as soon as nothing is allocated in it. By default mimalloc waits for the next use of
    /// the memory around it, which may never come. Call it before there are other threads.
    package static func returnFreedPages() { mi_option_set(mi_option_decommit_delay, 0) }

    private static let frees = Atomic<Int>(0)

    /// Runs `free`, which frees much memory in small blocks. Its pages are returned together, at the next use of the memory
    /// around them: a system call for each page of 35 MB would take 20 ms.
    package static func freeTogether(_ free: () -> Void) {
        if frees.add(1, ordering: .relaxed).oldValue == 0 { mi_option_set(mi_option_decommit_delay, 1) }
        free()
        if frees.subtract(1, ordering: .relaxed).newValue == 0 { returnFreedPages() }
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
