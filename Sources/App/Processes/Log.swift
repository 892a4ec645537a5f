internal import Glibc
package import Observability

/// The log of one process, as its settings want it.
package struct ProcessLog: Sendable {
    package let logger: Logger
    package let writer: LogWriter

    package init(_ configuration: Configuration) throws {
        let format: LogFormat = configuration[Configuration.log] == "json" ? .json : .logfmt
        writer = try LogWriter(fileDescriptor: STDERR_FILENO, format: format)
        let level = LogLevel(rawValue: configuration[Configuration.logLevel]) ?? .info
        logger = Logger(writer: writer, level: level)
    }

    /// Call it before the process ends.
    package func flush() { _ = writer.flush(timeout: .seconds(2)) }
}
