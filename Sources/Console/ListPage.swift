package import ParlayAPI

extension Command.Option {
    /// The options of a command that lists rows by their ids; named like the parameters of the HTTP API.
    package static let paging = [
        value("--limit", "N", "at most N rows, up to 10,000; 50 by default"),
        value("--cursor", "ID", "continue a list after this ID, which the previous page printed"),
    ]
}

/// The page that a command shows.
package struct ListPage: Sendable {
    package let limit: Int
    /// The id of the last row of the previous page; `nil` for the first page.
    package let cursor: Int64?

    /// One more than is shown, to find out whether there are more.
    package var fetchLimit: Int { limit + 1 }
}

extension Invocation {
    package func page() throws -> ListPage {
        let cursor = try count("--cursor", default: Int64(0), 0...Int64.max)
        return ListPage(
            limit: try limit(),
            cursor: value("--cursor") == nil ? nil : cursor
        )
    }

    /// How many rows to show at most.
    func limit() throws -> Int { try count("--limit", default: 50, 1...10_000) }

    /// Prints a page as a table or, with `--json`, in the shape of the HTTP API's lists.
    ///
    /// - Parameters:
    ///   - rows: up to `page.fetchLimit` of them.
    ///   - empty: the message if there are none.
    package func show<Row>(
        _ rows: [Row],
        _ page: ListPage? = nil,
        empty: String,
        headings: [String],
        id: (Row) -> Int64 = { _ in 0 },
        json: (Row) -> JSONValue,
        cells: (Row) -> [String]
    ) {
        let shown = Array(rows.prefix(page?.limit ?? .max))
        let next = shown.count < rows.count ? shown.last.map { String(id($0)) } : nil
        show(shown, next: next, empty: empty, headings: headings, json: json, cells: cells)
    }

    /// The same for rows of which all are shown.
    ///
    /// - Parameter next: the cursor of the next page.
    func show<Row>(
        _ shown: [Row],
        next: String?,
        empty: String,
        headings: [String],
        json: (Row) -> JSONValue,
        cells: (Row) -> [String]
    ) {
        if isJSON {
            let cursor = JSONText.optional(next)
            let value = JSONText.object([("items", .array(shown.map(json))), ("next_cursor", cursor)])
            terminal.print(JSONText.text(value))
            return
        }
        guard !shown.isEmpty else {
            terminal.print(empty)
            return
        }
        var table = TextTable(headings)
        for row in shown { table.add(cells(row)) }
        terminal.print(table.text(width: terminal.width))
        if let next {
            let call = repeated(with: [("--cursor", next)])
            terminal.print("\nShowing \(shown.count); there are more. Continue with:\n\n  \(call)")
        }
    }

    /// One row: `--json` or a table of names and values.
    package func show(_ value: JSONValue, _ rows: [(name: String, value: String)]) {
        guard !isJSON else {
            terminal.print(JSONText.text(value))
            return
        }
        let column = (rows.map(\.name.count).max() ?? 0) + 2
        for row in rows {
            let name = row.name + String(repeating: " ", count: column - row.name.count)
            terminal.print(row.value.isEmpty ? row.name : name + row.value)
        }
    }

    /// The result: a sentence or, with `--json`, a value.
    package func report(_ sentence: String, _ value: JSONValue) {
        terminal.print(isJSON ? JSONText.text(value) : sentence)
    }
}

extension Timestamp {
    /// `2026-05-20 18:30` in UTC, for tables.
    package var short: String { String(description.prefix(16).map { $0 == "T" ? " " : $0 }) }
}
