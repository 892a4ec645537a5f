internal import CLinux
internal import Glibc

/// Where a command prints and asks.
package struct Terminal: Sendable {
    package init() {}

    /// Whether somebody can answer a question.
    package var isInteractive: Bool { isatty(0) == 1 && isatty(2) == 1 }
    /// Whether standard error is a terminal, so that progress may be drawn over itself.
    package var showsProgress: Bool { isatty(2) == 1 }
    package var outputIsTerminal: Bool { isatty(1) == 1 }

    package func print(_ text: String) { Self.write(text + "\n", to: 1) }
    package func complain(_ text: String) { Self.write(text + "\n", to: 2) }

    /// Asks for yes or no on standard error.
    package func ask(_ question: String) -> Bool {
        Self.write("\(question) [y/N] ", to: 2)
        guard let answer = readLine() else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Draws `label  ████░░  42/100` over the line before; prints nothing when there is no terminal.
    package func progress(_ label: String, _ done: Int, of total: Int) {
        guard showsProgress, total > 0 else { return }
        let width = 30
        let filled = min(width, done * width / total)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        Self.write("\r\u{1B}[K\(label)  \(bar)  \(done)/\(total)" + (done >= total ? "\n" : ""), to: 2)
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

/// Rows under headings, every column as wide as its widest cell.
package struct TextTable: Sendable {
    private let headings: [String]
    private var rows: [[String]] = []

    package init(_ headings: [String]) { self.headings = headings }

    package mutating func add(_ cells: [String]) { rows.append(cells) }

    package var isEmpty: Bool { rows.isEmpty }

    package var text: String {
        let all = [headings] + rows
        let widths = headings.indices.map { column in
            all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return all.map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1
                    ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
