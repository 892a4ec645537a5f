internal import CLinux
internal import Glibc
internal import Synchronization

/// Where a command prints and asks questions.
package struct Terminal: Sendable {
    package init() {}

    /// Whether a person can answer a question.
    package var isInteractive: Bool { isatty(0) == 1 && isatty(2) == 1 }
    /// Whether standard error is a terminal, so that progress may be drawn over itself.
    package var showsProgress: Bool { isatty(2) == 1 }
    package var outputIsTerminal: Bool { isatty(1) == 1 }

    /// The width for tables; `nil` if the output is a file or a pipe.
    package var width: Int? {
        guard outputIsTerminal else { return nil }
        let columns = Int(parlay_terminal_columns(1))
        return columns > 0 ? columns : 80
    }

    package func print(_ text: String) { Self.write(text + "\n", to: 1) }
    package func printError(_ text: String) { Self.write(text + "\n", to: 2) }

    /// Asks a yes-or-no question on standard error.
    package func ask(_ question: String) -> Bool {
        Self.write("\(question) [y/N] ", to: 2)
        guard let answer = readLine() else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Asks for a line of text on standard error; `nil` at the end of the input.
    package func line(_ question: String) -> String? {
        Self.write("\(question) ", to: 2)
        return readLine()
    }

    /// Asks for a password on standard error, without showing what is typed. If standard input is a file or a pipe,
    /// the password is its first line.
    ///
    /// - Parameter isNew: asks twice, because typing errors are invisible.
    package func password(_ prompt: String, isNew: Bool) throws -> String {
        guard isatty(0) == 1 else {
            guard let line = readLine(), !line.isEmpty else {
                throw UsageError("no password on standard input; pass one, or use --password-file")
            }
            return line
        }
        for _ in 0..<3 {
            let password = try Echo.off { try secret("\(prompt): ") }
            guard isNew else { return password }
            if try Echo.off({ try secret("\(prompt), again: ") }) == password { return password }
            printError("The passwords do not match.")
        }
        throw CommandFailure("no password was set")
    }

    private func secret(_ prompt: String) throws -> String {
        Self.write(prompt, to: 2)
        let line = readLine()
        Self.write("\n", to: 2)
        guard let line, !line.isEmpty else { throw CommandFailure("no password was entered") }
        return line
    }

    /// Draws `label  ████░░  42/100` over the previous line; prints nothing without a terminal.
    package func progress(_ label: String, _ done: Int, of total: Int) {
        guard showsProgress, total > 0 else { return }
        let width = 30
        let filled = min(width, done * width / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        Self.write("\r\u{1B}[K\(label)  \(bar)  \(done)/\(total)" + (done >= total ? "\n" : ""), to: 2)
    }

    /// Draws a line without an end over the previous one; prints nothing without a terminal.
    ///
    /// - Parameter text: `nil` ends the line.
    package func counter(_ text: String?) {
        guard showsProgress else { return }
        Self.write(text.map { "\r\u{1B}[K\($0)" } ?? "\n", to: 2)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            offset += count
        }
    }
}

/// Whether the terminal shows what is typed.
private enum Echo {
    /// The saved terminal modes while echo is off, so that a signal that ends the program can restore them.
    private static let saved = Mutex<termios?>(nil)
    private static let restoresAtExit: Void = { _ = atexit { Echo.restore() } }()

    package static func off<Value>(_ body: () throws -> Value) rethrows -> Value {
        _ = restoresAtExit
        saved.withLock { saved in
            var modes = termios()
            guard unsafe tcgetattr(0, &modes) == 0 else { return }
            saved = modes
            modes.c_lflag &= ~tcflag_t(ECHO)
            // Discards input typed before the prompt.
            unsafe tcsetattr(0, TCSAFLUSH, &modes)
        }
        defer { restore() }
        return try body()
    }

    private static func restore() {
        saved.withLock { saved in
            guard var modes = saved else { return }
            unsafe tcsetattr(0, TCSANOW, &modes)
            saved = nil
        }
    }
}
