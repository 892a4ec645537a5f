/// Writes lines of fields. A message is a constant sentence; variable parts go into fields.
///
///     logger.warning("feed is late", [.text("source", source), .duration("age", age)])
package struct Logger: Sendable {
    private let writer: LogWriter?
    private let level: LogLevel
    private let fields: [LogField]

    /// Leaves out lines below `level`.
    package init(writer: LogWriter, level: LogLevel = .info) {
        self.init(writer: writer, level: level, fields: [])
    }

    private init(writer: LogWriter?, level: LogLevel, fields: [LogField]) {
        self.writer = writer
        self.level = level
        self.fields = fields
    }

    /// Writes nothing.
    package static let silent = Logger(writer: nil, level: .error, fields: [])

    /// The same logger with these fields in each of its lines.
    package func with(_ fields: [LogField]) -> Logger {
        Logger(writer: writer, level: level, fields: self.fields + fields)
    }

    package func isEnabled(_ level: LogLevel) -> Bool { writer != nil && level >= self.level }

    package func debug(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.debug, message(), fields())
    }

    package func info(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.info, message(), fields())
    }

    package func notice(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.notice, message(), fields())
    }

    package func warning(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.warning, message(), fields())
    }

    package func error(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [LogField] = []) {
        log(.error, message(), fields())
    }

    package func log(
        _ level: LogLevel,
        _ message: @autoclosure () -> String,
        _ fields: @autoclosure () -> [LogField] = []
    ) {
        guard let writer, level >= self.level else { return }
        let message = message()
        let own = fields()
        writer.write(level) { [bound = self.fields] line, format in
            format.append(message: message, to: &line)
            for field in bound { format.append(field, to: &line) }
            for field in own { format.append(field, to: &line) }
        }
    }

    /// The single line of a request, without the logger's own fields.
    package func request(_ request: RequestLine) {
        guard let writer, request.level >= level else { return }
        writer.write(request.level) { line, format in request.append(to: &line, as: format) }
    }
}
