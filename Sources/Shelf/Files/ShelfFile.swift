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
        try readHeader(&reader)
        var lines: [ShelfLine] = []
        while let line = next(&reader) {
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

    private static func readHeader(_ reader: inout CSVReader) throws(Refusal) {
        let fields: [String]
        do throws(CSVError) {
            fields = try reader.next()?.fields ?? []
        } catch {
            throw Refusal(field: "lines.\(error.line)", rule: FieldRule(sentence: error.sentence))
        }
        guard fields == columns else {
            throw Refusal(
                field: "lines.1",
                rule: FieldRule("headerOfFile", "The header must be \(columns.joined(separator: ",")).")
            )
        }
    }

    private static func next(_ reader: inout CSVReader) -> ShelfLine? {
        do throws(CSVError) {
            guard let record = try reader.next() else { return nil }
            var cells = ShelfCells(record.fields)
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
