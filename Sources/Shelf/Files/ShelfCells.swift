internal import CSV
internal import ParlayAPI

/// Reads the cells of one record, and collects what is wrong with them.
struct ShelfCells {
    /// In the order of `ShelfFile.columns`; empty where the file has no such column or the line ends before it.
    private let fields: [String]
    private let count: Int
    private let wantedCount: Int
    private var faults: [String] = []

    init(_ record: [String], _ header: ShelfFile.Header) {
        fields = header.places.map { $0.flatMap { record.indices.contains($0) ? record[$0] : nil } ?? "" }
        count = record.count
        wantedCount = header.count
    }

    mutating func content() -> ShelfLine.Content {
        guard count == wantedCount else {
            return .invalid("The line has \(count) fields instead of \(wantedCount).")
        }
        let game = GameName(
            igdbID: integer(0, 1...Int64.max),
            name: text(1, atMost: 500) ?? "",
            year: integer(2, 1...9999).map { Int($0) }
        )
        let values = GivenValues(
            status: status(3),
            rating: integer(4, 0...100).map { Int($0) },
            hours: hours(5),
            note: text(6, atMost: ShelfUpdate.noteLimit),
            startedOn: date(7),
            finishedOn: date(8)
        )
        if fields[0].isEmpty && fields[1].isEmpty { faults.append("A line needs an igdb_id or a name.") }
        return faults.isEmpty ? .entry(game, values) : .invalid(faults.joined(separator: " "))
    }

    /// The game's name, also of a record that is not valid.
    var name: String? {
        let name = FormulaGuard.text(of: fields[1]).trimmed
        return name.isEmpty || name.unicodeScalars.count > 500 ? nil : name
    }

    private mutating func refuse(_ column: Int, _ sentence: String) {
        faults.append("\(ShelfFile.columns[column]): \(sentence)")
    }

    private mutating func integer(_ column: Int, _ range: ClosedRange<Int64>) -> Int64? {
        let field = fields[column]
        guard !field.isEmpty else { return nil }
        if field.utf8.allSatisfy(\.isDigit), let value = Int64(field), range.contains(value) { return value }
        refuse(
            column,
            range.upperBound == .max
                ? "Must be a positive integer."
                : "Must be an integer from \(range.lowerBound) to \(range.upperBound)."
        )
        return nil
    }

    /// By its number, or by its name in any case.
    private mutating func status(_ column: Int) -> ShelfStatus? {
        let field = fields[column]
        guard !field.isEmpty else { return nil }
        let word = field.lowercased()
        if let status = ShelfStatus.allCases.first(where: { word == "\($0)" || word == "\($0.rawValue)" }) {
            return status
        }
        let names = ShelfStatus.allCases.map { "\($0) (\($0.rawValue))" }.joined(separator: ", ")
        refuse(column, "Must be one of \(names).")
        return nil
    }

    private mutating func hours(_ column: Int) -> PlayedHours? {
        let field = fields[column]
        guard !field.isEmpty else { return nil }
        if let hours = PlayedHours(decimal: field), hours <= .limit { return hours }
        refuse(column, "Must be a number from 0 to \(PlayedHours.limit) with at most one decimal.")
        return nil
    }

    private mutating func date(_ column: Int) -> CivilDate? {
        let field = fields[column]
        guard !field.isEmpty else { return nil }
        if let date = CivilDate(field), ShelfUpdate.years.contains(date.year) { return date }
        let years = ShelfUpdate.years
        refuse(
            column,
            "Must be a date such as 2026-05-20, in the years \(years.lowerBound) to \(years.upperBound)."
        )
        return nil
    }

    /// Editors on some systems write the lines of a text with CRLF: they become the newlines that they were.
    private mutating func text(_ column: Int, atMost length: Int) -> String? {
        let text = FormulaGuard.text(of: fields[column]).replacing("\r\n", with: "\n")
        guard !text.isEmpty else { return nil }
        if text.unicodeScalars.contains(where: {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        }) {
            refuse(column, "Control characters other than newline and tab are not allowed.")
        } else if text.unicodeScalars.count > length {
            refuse(column, "Has more than \(length) characters.")
        } else {
            return text
        }
        return nil
    }
}

extension PlayedHours {
    /// Digits, with a point and zeros or one other digit first after it: `12`, `12.5`, `12.50`.
    init?(decimal text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, text.utf8.count <= 20,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }), let whole = Int64(parts[0]),
            whole <= Self.limit.tenths
        else { return nil }
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard decimals.utf8.dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") }),
            let tenth = decimals.utf8.first.map({ Int64($0 - UInt8(ascii: "0")) })
        else { return nil }
        self.init(tenths: whole * 10 + tenth)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}
