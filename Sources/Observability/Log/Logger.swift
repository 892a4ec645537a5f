/// Writes lines of fields. A message is a constant sentence; variable parts go into fields.
///
///     logger.warning("feed is late", [.text("source", source), .integer("events", count)])
package struct Logger: Sendable {
    private let writer: LogWriter?
    private let level: LogLevel

    /// Leaves out lines below `level`; without a writer all of them.
    package init(writer: LogWriter?, level: LogLevel = .info) {
        self.writer = writer
        self.level = level
    }

    package static let silent = Logger(writer: nil)

    /// Whether the lines are for people at a terminal.
    package var isShort: Bool { writer?.isShort ?? false }

    package func debug(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.debug, message, fields())
    }

    package func info(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.info, message, fields())
    }

    package func notice(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.notice, message, fields())
    }

    package func warning(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.warning, message, fields())
    }

    package func error(_ message: String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.error, message, fields())
    }

    package func log(
        _ level: LogLevel,
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> [LogField] = []
    ) {
        guard let writer, level >= self.level else { return }
        writer.write(level, message(), fields())
    }
}
