internal import Console
internal import Database
internal import Glibc
internal import Observability

extension DatabaseLocation {
    /// The settings of a process's own connections: with its name, and logged.
    func ownSettings(for purpose: Purpose, _ logger: Logger) -> ConnectionSettings {
        settings(for: purpose).ofThisProcess().logged(to: logger)
    }
}

extension ConnectionSettings {
    /// The same, with connections whose name tells this process from others: a switch of a tenant looks for the fronts and workers
    /// that are not connected to its new cell.
    fileprivate func ofThisProcess() -> ConnectionSettings {
        var settings = self
        let host = (try? TextFile.read("/proc/sys/kernel/hostname"))?.prefix { $0 != "\n" } ?? "unknown"
        // PostgreSQL keeps 63 bytes.
        settings.applicationName += " \(host.prefix(36)):\(getpid())"
        return settings
    }
}
