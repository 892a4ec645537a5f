package import Console
internal import Glibc
package import Observability

/// The log of one process, as configured.
package struct ProcessLog: Sendable {
    package let logger: Logger
    package let writer: LogWriter

    package init(_ configuration: Configuration) throws {
        writer = try LogWriter(fileDescriptor: STDERR_FILENO, format: Self.format(configuration))
        let level = LogLevel(configuration[Configuration.logLevel]) ?? .info
        logger = Logger(writer: writer, level: level)
    }

    /// The format in `PARLAY_LOG`; without it, short lines at a terminal and logfmt elsewhere.
    private static func format(_ configuration: Configuration) -> LogFormat {
        if configuration[Configuration.log] == "json" { return .json }
        guard configuration.given(.init(Configuration.log)) == nil, isatty(STDERR_FILENO) == 1 else {
            return .logfmt
        }
        // https://no-color.org
        let environment = Program.environmentVariables()
        let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        return isPlain ? .short : .colored
    }

    /// Call it before the process ends.
    package func flush() { _ = writer.flush(timeout: .seconds(2)) }
}
