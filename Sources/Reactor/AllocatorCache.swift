internal import Glibc

/// How many freed blocks of each size a thread keeps for its next allocations. A loop has dozens of running requests,
/// whose blocks come and go by the dozen; glibc keeps 7 and searches the others in its arena, which costs a front a
/// tenth of its time (`docs/decisions/0034-what-a-request-costs.md`). Only the environment can set it, at the start
/// of a program.
package enum AllocatorCache {
    private static let variable = "GLIBC_TUNABLES"
    private static let setting = "glibc.malloc.tcache_count=100"

    /// Re-executes the program, as the same process, with more of them. Returns if the environment already sets
    /// tunables, the operator's or these, or if it fails, which only costs speed. Call it before there are other
    /// threads and open files.
    package static func enlarge() {
        guard unsafe getenv(variable) == nil, let path = ownPath else { return }
        guard unsafe setenv(variable, setting, 1) == 0 else { return }
        _ = unsafe execv(path, CommandLine.unsafeArgv)
        _ = unsafe unsetenv(variable)
    }

    /// Not `/proc/self/exe` itself, because the process would then get that name.
    private static var ownPath: String? {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(validatingCString: path)
    }
}
