internal import CLinux
internal import Glibc

/// The process as the kernel sees it, under the names that Prometheus' own clients use.
package enum ProcessMetrics {
    /// `version` is the one of the program.
    package static func register(in registry: MetricRegistry, version: String) {
        registry.gauge("process_resident_memory_bytes", "Resident memory size in bytes.") {
            reading(residentBytes())
        }
        registry.counter("process_cpu_seconds_total", "User and system time spent in seconds.") {
            reading(cpuSeconds())
        }
        registry.gauge("process_open_fds", "Number of open file descriptors.") { reading(openDescriptors()) }
        let start = reading(startSeconds())
        registry.gauge("process_start_time_seconds", "Start of the process in seconds since 1970.") { start }
        registry.gauge("parlay_build_info", "Always 1; the version is in the label.", labels: ["version"]) {
            [Sample([version], 1)]
        }
    }

    /// Omitted if `/proc` could not be read, because zero would be wrong.
    private static func reading(_ value: Double?) -> [Sample] {
        value.map { [Sample([], $0)] } ?? []
    }

    private static func residentBytes() -> Double? {
        guard let fields = read("/proc/self/statm")?.split(separator: " "), fields.count > 1 else {
            return nil
        }
        return Double(fields[1]).map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private static func cpuSeconds() -> Double? {
        guard let fields = statFields(), let user = Double(fields[11]), let system = Double(fields[12]) else {
            return nil
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// From the ticks since boot; `/proc/stat` would tell the time of boot, but hardened units hide it.
    private static func startSeconds() -> Double? {
        guard let fields = statFields(), let ticks = Double(fields[19]) else { return nil }
        var sinceBoot = timespec()
        guard unsafe clock_gettime(CLOCK_BOOTTIME, &sinceBoot) == 0 else { return nil }
        let uptime = Double(sinceBoot.tv_sec) + Double(sinceBoot.tv_nsec) / 1e9
        let boot = Double(parlay_realtime_milliseconds()) / 1000 - uptime
        return boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func openDescriptors() -> Double? {
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(directory) }
        var entries = 0
        while unsafe readdir(directory) != nil { entries += 1 }
        return Double(entries - 3)  // `.`, `..` and the directory's own
    }

    /// `/proc/self/stat` from its third field (proc(5)) on: the second is a name that may hold anything.
    private static func statFields() -> [Substring]? {
        guard let stat = read("/proc/self/stat"), let nameEnd = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[nameEnd...].dropFirst().split(separator: " ")
        return fields.count > 19 ? fields : nil
    }

    private static func read(_ path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)  // more than either file has
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
