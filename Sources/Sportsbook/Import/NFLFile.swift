internal import CSV
internal import ParlayAPI

/// The games of the National Football League in the CSV of nflverse; `data/README.md` describes its columns.
package enum NFLFile {
    package static let source = "nfl"
    package static let sport = "american_football"
    package static let zone = "America/New_York"

    /// - Parameter badLineLimit: how many bad lines are kept; all are counted.
    /// - Throws: all bad lines, or the header if it is not that of such a file.
    package static func read(
        _ bytes: [UInt8],
        _ selection: FileSelection = .all,
        badLineLimit: Int
    ) throws(BadLines) -> OddsFile {
        var reader = CSVReader(bytes)
        let columns = try header(&reader)
        var bad = BadLines(limit: badLineLimit)
        var tournaments: [FileTournament] = []
        var places: [String: Int] = [:]
        var lines: [String: Int] = [:]
        while true {
            do throws(BadLine) {
                guard let record = try reader.nextLine() else { break }
                let row = NFLRow(record: record, columns: columns)
                guard row.isIn(selection) else { continue }
                try row.checkLength()
                let season = try row.season()
                let game = try row.game()
                if let earlier = lines.updateValue(record.line, forKey: game.externalID) {
                    throw BadLine(record.line, "game_id \(game.externalID) is also on line \(earlier).")
                }
                let place = places[season] ?? tournaments.count
                if place == tournaments.count {
                    places[season] = place
                    tournaments.append(
                        FileTournament(
                            externalID: season,
                            sport: sport,
                            name: "NFL \(season)",
                            season: season
                        )
                    )
                }
                tournaments[place].games.append(game)
            } catch {
                bad.add(error)
            }
        }
        guard bad.isEmpty else { throw bad }
        return OddsFile(source: source, tournaments: tournaments)
    }

    /// The place of each column.
    private static func header(_ reader: inout CSVReader) throws(BadLines) -> NFLColumns {
        do throws(BadLine) {
            guard let header = try reader.nextLine() else { throw BadLine(1, "The file is empty.") }
            return try NFLColumns(header)
        } catch {
            throw BadLines(error)
        }
    }
}

/// Where the columns are in this file.
struct NFLColumns {
    private let places: [NFLColumn: Int]
    let count: Int

    init(_ header: CSVRecord) throws(BadLine) {
        var places: [NFLColumn: Int] = [:]
        for (place, name) in header.fields.enumerated() {
            guard let column = NFLColumn(rawValue: name) else { continue }
            guard places.updateValue(place, forKey: column) == nil else {
                throw BadLine(header.line, "The header has the column \(name) twice.")
            }
        }
        let missing = NFLColumn.allCases.filter { places[$0] == nil }.map(\.rawValue)
        guard missing.isEmpty else {
            let noun = missing.count == 1 ? "column" : "columns"
            throw BadLine(header.line, "The header lacks the \(noun) \(missing.joined(separator: ", ")).")
        }
        self.places = places
        count = header.fields.count
    }

    subscript(_ column: NFLColumn) -> Int { places[column] ?? 0 }
}

/// The columns that are read.
enum NFLColumn: String, CaseIterable {
    case id = "game_id"
    case season, week
    case day = "gameday"
    case timeOfDay = "gametime_et"
    case kickOff = "kickoff_utc"
    case away = "away_team"
    case home = "home_team"
    case awayScore = "away_score"
    case homeScore = "home_score"
    case awayMoneyline = "away_moneyline"
    case homeMoneyline = "home_moneyline"
    case spread = "spread_line"
    case awaySpreadPrice = "away_spread_odds"
    case homeSpreadPrice = "home_spread_odds"
    case total = "total_line"
    case overPrice = "over_odds"
    case underPrice = "under_odds"
}

extension CSVReader {
    /// The next record; an error is that of its line.
    fileprivate mutating func nextLine() throws(BadLine) -> CSVRecord? {
        do throws(CSVError) {
            return try next()
        } catch {
            throw BadLine(error.line, error.sentence)
        }
    }
}
