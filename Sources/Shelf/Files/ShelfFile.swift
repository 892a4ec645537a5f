internal import CSV
internal import ParlayAPI

/// A shelf as a CSV file.
enum ShelfFile {
    /// Besides the header.
    static let recordLimit = 10_000

    static let columns = [
        "igdb_id", "name", "release_year", "status", "user_rating", "user_hours", "note", "started_on",
        "finished_on",
    ]

    /// The columns of a file: those of an export in any order, and not all of them.
    struct Header {
        /// For each of `columns` its place in a record; `nil` if the file has no such column.
        let places: [Int?]
        /// Fields of a record.
        let count: Int

        init(_ fields: [String]) throws(Refusal) {
            let names = fields.map { $0.trimmed.lowercased() }
            for (place, name) in names.enumerated() {
                guard columns.contains(name) else {
                    let given = String(fields[place].unicodeScalars.prefix(100))
                    throw Self.refusal("unknownColumn", "There is no column \"\(given)\": \(Self.all)", given)
                }
                guard names.firstIndex(of: name) == place else {
                    throw Self.refusal("columnTwice", "The column \(name) is there twice.", name)
                }
            }
            guard names.contains(columns[0]) || names.contains(columns[1]) else {
                throw Self.refusal(
                    "columnMissing",
                    "A file needs a column igdb_id or name: \(Self.all)",
                    "igdb_id, name"
                )
            }
            places = columns.map { names.firstIndex(of: $0) }
            count = fields.count
        }

        private static let all = "the columns are \(columns.joined(separator: ","))."

        private static func refusal(_ rule: String, _ sentence: String, _ column: String) -> Refusal {
            Refusal(field: "lines.1", rule: FieldRule(rule, sentence, ["column": .text(column)]))
        }
    }

    /// Why nothing of a file can be imported.
    struct Refusal: Error, Hashable {
        /// As a field of the problem: `lines.1`.
        let field: String
        let rule: FieldRule
    }

    // MARK: Reading

    /// Blocks: large files take a while.
    static func read(_ bytes: [UInt8]) throws(Refusal) -> [ShelfLine] {
        var reader = CSVReader(bytes)
        let header = try readHeader(&reader)
        var lines: [ShelfLine] = []
        while let line = next(&reader, header) {
            guard lines.count < recordLimit else {
                throw Refusal(
                    field: "lines.\(line.number)",
                    rule: FieldRule(
                        "linesOfFile",
                        "A file can have \(recordLimit) lines besides its header.",
                        ["most": .number(Int64(recordLimit))]
                    )
                )
            }
            lines.append(line)
        }
        return lines
    }

    private static func readHeader(_ reader: inout CSVReader) throws(Refusal) -> Header {
        let fields: [String]
        do throws(CSVError) {
            fields = try reader.next()?.fields ?? []
        } catch {
            throw Refusal(field: "lines.\(error.line)", rule: FieldRule(sentence: error.sentence))
        }
        return try Header(fields)
    }

    private static func next(_ reader: inout CSVReader, _ header: Header) -> ShelfLine? {
        do throws(CSVError) {
            guard let record = try reader.next() else { return nil }
            var cells = ShelfCells(record.fields, header)
            let content = cells.content()
            return ShelfLine(number: record.line, content: content, name: cells.name)
        } catch {
            return ShelfLine(number: error.line, content: .invalid(error.sentence))
        }
    }

    // MARK: Writing

    /// Blocks: large shelves take a while.
    static func write(_ entries: some Sequence<ShelfEntry>) -> [UInt8] {
        var writer = CSVWriter()
        writer.record(columns)
        for entry in entries {
            writer.record([
                entry.game.igdbID.map(String.init) ?? "",
                FormulaGuard.cell(entry.game.name),
                entry.game.releaseDate.map { String($0.year) } ?? "",
                String(entry.status.rawValue),
                entry.userRating.map(String.init) ?? "",
                entry.userHours.text,
                FormulaGuard.cell(entry.note ?? ""),
                entry.startedOn?.description ?? "",
                entry.finishedOn?.description ?? "",
            ])
        }
        return writer.bytes
    }
}

/// One record of a file.
struct ShelfLine: Hashable, Sendable {
    /// Where it begins; the header is line 1.
    let number: Int
    let content: Content
    /// As it stands there; `nil` without one.
    var name: String?

    enum Content: Hashable, Sendable {
        case entry(GameName, GivenValues)
        /// With what is wrong, in sentences.
        case invalid(String)
    }
}

/// How a line names its game.
struct GameName: Hashable, Sendable {
    var igdbID: Int64?
    /// May be empty if there is an id.
    var name = ""
    var year: Int?
}

/// What a line says about its game; `nil` for empty cells, which change nothing.
struct GivenValues: Hashable, Sendable {
    var status: ShelfStatus?
    var rating: Int?
    var hours: PlayedHours?
    var note: String?
    var startedOn: CivilDate?
    var finishedOn: CivilDate?

    /// The entry after the line.
    func applied(to values: EntryValues) -> EntryValues {
        var values = values
        values.status = status ?? values.status
        values.rating = rating ?? values.rating
        values.hours = hours ?? values.hours
        values.note = note ?? values.note
        values.startedOn = startedOn ?? values.startedOn
        values.finishedOn = finishedOn ?? values.finishedOn
        return values
    }
}
