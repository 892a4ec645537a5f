internal import ParlayAPI

/// Tournaments, events and markets in one JSON document, in the shape of `data/football.json`.
package enum TreeFile {
    package static let source = "tree"

    /// - Parameter badLineLimit: how many bad events are kept; all are counted.
    /// - Throws: all bad events by their position in the file, or the document if it has another shape.
    package static func read(
        _ bytes: [UInt8],
        _ selection: FileSelection = .all,
        badLineLimit: Int
    ) throws(BadLines) -> OddsFile {
        var reader = TreeReader(selection: selection, bad: BadLines(limit: badLineLimit, of: .event))
        for value in try tournaments(bytes) { reader.readTournament(value) }
        guard reader.bad.isEmpty else { throw reader.bad }
        return reader.file
    }

    private static func tournaments(_ bytes: [UInt8]) throws(BadLines) -> [JSONValue] {
        let document: JSONValue
        do throws(JSONSyntaxError) {
            document = try JSONParser.parse(bytes, within: .file)
        } catch {
            throw BadLines(BadLine(error.line, "\(error.message) (column \(error.column))"))
        }
        guard case .object(let object) = document, case .array(let tournaments)? = object["tournaments"]
        else {
            throw BadLines(BadLine(1, "The document must be an object with a list \"tournaments\"."))
        }
        return tournaments
    }
}

/// What was read so far.
private struct TreeReader {
    let selection: FileSelection
    var bad: BadLines
    var file = OddsFile(source: TreeFile.source, tournaments: [])
    /// Of the last event, counted over all tournaments from 1.
    private var position = 0
    private var tournamentIDs: Set<String> = []
    private var positions: [String: Int] = [:]

    init(selection: FileSelection, bad: BadLines) {
        self.selection = selection
        self.bad = bad
    }

    mutating func readTournament(_ value: JSONValue) {
        let object = TreeObject(value, line: position + 1)
        if let season = selection.season, object.member("season") != .string(season) {
            if case .array(let events)? = object.member("events") { position += events.count }
            return
        }
        do throws(BadLine) {
            let events = try object.list("events")
            defer { position += events.count }
            var tournament = FileTournament(
                externalID: try object.name("id", atMost: FileLimits.id),
                sport: try object.name("sport", atMost: 50),
                name: try object.name("name"),
                season: try object.optionalName("season", atMost: Tournament.seasonLimit)
            )
            guard tournamentIDs.insert(tournament.externalID).inserted else {
                throw object.bad("There are two tournaments \(tournament.externalID).")
            }
            let country = try object.optionalName("country")
            for (offset, event) in events.enumerated() {
                let event = TreeEvent(TreeObject(event, line: position + offset + 1), country: country)
                if let week = selection.week, week != event.week { continue }
                do throws(BadLine) {
                    tournament.games.append(try game(event))
                } catch {
                    bad.add(error)
                }
            }
            file.tournaments.append(tournament)
        } catch {
            bad.add(error)
        }
    }

    private mutating func game(_ event: TreeEvent) throws(BadLine) -> FileGame {
        let game = try event.game()
        if let earlier = positions.updateValue(game.line, forKey: game.externalID) {
            throw event.object.bad("The id \(game.externalID) is also that of event \(earlier).")
        }
        if let warning = event.warning { file.warnings.append(BadLine(game.line, warning)) }
        return game
    }
}

/// A member of the document and the event that it belongs to, for messages.
struct TreeObject {
    private let object: JSONObject?
    let line: Int
    /// What the messages call it: `markets[1].outcomes[0]`, empty for the event itself.
    private let path: String

    init(_ value: JSONValue, line: Int, path: String = "") {
        if case .object(let object) = value { self.object = object } else { object = nil }
        self.line = line
        self.path = path
    }

    func bad(_ sentence: String) -> BadLine {
        BadLine(line, path.isEmpty ? sentence : "\(path): \(sentence)")
    }

    /// `nil` if it is absent or null.
    func member(_ key: String) -> JSONValue? {
        let value = object?[key]
        return value == .null ? nil : value
    }

    private func required(_ key: String) throws(BadLine) -> JSONValue {
        guard object != nil else { throw bad("An object is expected.") }
        guard let value = member(key) else { throw bad("\"\(key)\" is missing.") }
        return value
    }

    func list(_ key: String) throws(BadLine) -> [JSONValue] {
        guard case .array(let elements) = try required(key) else { throw bad("\"\(key)\" must be a list.") }
        return elements
    }

    /// The objects of a list.
    func objects(_ key: String) throws(BadLine) -> [TreeObject] {
        let prefix = path.isEmpty ? key : "\(path).\(key)"
        return try list(key).enumerated().map { TreeObject($1, line: line, path: "\(prefix)[\($0)]") }
    }

    func text(_ key: String) throws(BadLine) -> String {
        guard case .string(let text) = try required(key) else { throw bad("\"\(key)\" must be a text.") }
        return text
    }

    func optionalText(_ key: String) throws(BadLine) -> String? {
        member(key) == nil ? nil : try text(key)
    }

    func name(_ key: String, atMost length: Int = 100) throws(BadLine) -> String {
        let name = try text(key)
        if let violation = FileLimits.violation(ofName: name, atMost: length) {
            throw bad("\"\(key)\": \(violation)")
        }
        return name
    }

    func optionalName(_ key: String, atMost length: Int = 100) throws(BadLine) -> String? {
        member(key) == nil ? nil : try name(key, atMost: length)
    }

    func integer(_ key: String) throws(BadLine) -> Int64? {
        switch member(key) {
        case nil: return nil
        case .integer(let value): return value
        default: throw bad("\"\(key)\" must be a whole number.")
        }
    }

    /// A number with all its digits.
    func decimal(_ key: String) throws(BadLine) -> ExactDecimal? {
        let text: String
        switch member(key) {
        case nil: return nil
        case .integer(let value): text = String(value)
        case .number(let number): text = number.text
        default: throw bad("\"\(key)\" must be a number.")
        }
        guard let decimal = ExactDecimal(text) else {
            throw bad("\"\(key)\" \(FileLimits.quotable(text)) has too many digits or an exponent.")
        }
        return decimal
    }
}
