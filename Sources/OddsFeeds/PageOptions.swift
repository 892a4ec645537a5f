internal import Markup
package import ParlayAPI
internal import Sportsbook

/// The columns that can be read from a page.
package enum PageField: String, CaseIterable, Sendable {
    case startsAt = "starts_at"
    case home, away, favorite, underdog, id, line, total, money
    case homePrice = "home_price"
    case awayPrice = "away_price"
    case favoritePrice = "favorite_price"
    case underdogPrice = "underdog_price"
    case overPrice = "over_price"
    case underPrice = "under_price"
    case homeScore = "home_score"
    case awayScore = "away_score"
    case status

    /// Whether a page without it in any row has changed. Prices and scores come and go.
    var isAlwaysThere: Bool {
        switch self {
        case .startsAt, .home, .away, .favorite, .underdog, .id, .line, .total, .money: true
        case .homePrice, .awayPrice, .favoritePrice, .underdogPrice, .overPrice, .underPrice, .homeScore,
            .awayScore, .status:
            false
        }
    }
}

/// The options of a page: where its columns are.
package struct PageOptions: Sendable, Equatable {
    package var tournament: String
    package var sport: String
    package var season: String?
    package var timeZone: String
    /// An XPath.
    package var row: String
    /// Begins the name of the home team.
    package var homeMark: String?
    /// XPaths relative to a row.
    package var fields: [PageField: String]

    /// Of a page with the columns date, favorite, spread, underdog, total and money line in tables with `cols="6"`; rows of
    /// headings are bold.
    static let defaultRow = "//table[@cols='6']//tr[count(td)=6 and not(td/b)]"
    static let defaultFields: [PageField: String] = [
        .startsAt: "td[1]", .favorite: "td[2]", .line: "td[3]", .underdog: "td[4]", .total: "td[5]",
        .money: "td[6]",
    ]

    var sourceTournament: SourceTournament {
        let id = season.map { "\(tournament) \($0)" } ?? tournament
        return SourceTournament(externalID: id, sport: sport, name: tournament, season: season)
    }
}

extension PageOptions {
    /// Reads the options of a feed; absent ones take their defaults, but for the tournament and its sport.
    ///
    /// - Throws: the errors by their paths, below `options`.
    package init(_ object: JSONObject) throws(FieldErrors) {
        var reader = OptionReader(object, "options")
        tournament = reader.required("tournament", 1...100)
        sport = reader.required("sport", 1...50)
        season = reader.text("season", 1...Tournament.seasonLimit)
        timeZone = reader.text("time_zone", 1...60) ?? "America/New_York"
        row = reader.text("row", 1...XPath.lengthLimit) ?? Self.defaultRow
        homeMark = reader.isNull("home_mark") ? nil : reader.text("home_mark", 1...30) ?? "At "
        let given = reader.object("fields")
        let isByHome = given.map { given in [.home, .away].contains { Self.isSet(given, $0) } } ?? false
        fields = Self.defaultFields
        if isByHome {
            // The order of its prices is that of favorite and underdog.
            for field in [PageField.favorite, .underdog, .money] { fields[field] = nil }
        }
        var columns = OptionReader(given ?? [:], "options.fields")
        for field in PageField.allCases {
            if columns.isNull(field.rawValue) {
                fields[field] = nil
            } else if let text = columns.text(field.rawValue, 1...XPath.lengthLimit) {
                fields[field] = text
            }
        }
        var errors = reader.finish()
        for entry in columns.finish().entries { for rule in entry.rules { errors.add(entry.path, rule) } }
        check(&errors)
        guard errors.isEmpty else { throw errors }
    }

    private static func isSet(_ object: JSONObject, _ field: PageField) -> Bool {
        object[field.rawValue].map { $0 != .null } ?? false
    }

    private static let xpath = FieldRule("anXPath", "Not a valid XPath.")

    private func check(_ errors: inout FieldErrors) {
        let isByHome = fields[.home] != nil || fields[.away] != nil
        let required: [PageField] = isByHome ? [.startsAt, .home, .away] : [.startsAt, .favorite, .underdog]
        for field in required where fields[field] == nil {
            errors.add("options.fields.\(field.rawValue)", .required)
        }
        if isByHome {
            for field in [PageField.favorite, .underdog] where fields[field] != nil {
                errors.add(
                    "options.fields.\(field.rawValue)",
                    FieldRule("homeOrFavorite", "Name either home and away, or favorite and underdog.")
                )
            }
            if fields[.money] != nil {
                errors.add(
                    "options.fields.money",
                    FieldRule(
                        "moneyWithFavorite",
                        "Only with favorite and underdog, whose order the prices have."
                    )
                )
            }
        } else if homeMark == nil {
            errors.add(
                "options.home_mark",
                FieldRule(
                    "homeMarkNeeded",
                    "Required with favorite and underdog: it says which team is at home."
                )
            )
        }
        for (field, text) in fields where (try? XPath(text)) == nil {
            errors.add("options.fields.\(field.rawValue)", Self.xpath)
        }
        if (try? XPath(row)) == nil { errors.add("options.row", Self.xpath) }
    }

    /// With all defaults, as answers show it.
    package var object: JSONObject {
        var columns = JSONObject()
        for field in PageField.allCases {
            columns.add(field.rawValue, fields[field].map { .string($0) } ?? .null)
        }
        return [
            "tournament": .string(tournament), "sport": .string(sport),
            "season": season.map { .string($0) } ?? .null, "time_zone": .string(timeZone),
            "row": .string(row),
            "home_mark": homeMark.map { .string($0) } ?? .null, "fields": .object(columns),
        ]
    }
}

/// Reads texts of an object, and remembers what is wrong.
struct OptionReader {
    private let object: JSONObject
    private let path: String
    private var known: Set<String> = []
    private var errors = FieldErrors()

    init(_ object: JSONObject, _ path: String) {
        self.object = object
        self.path = path
    }

    mutating func isNull(_ name: String) -> Bool {
        known.insert(name)
        return object[name] == .null
    }

    /// `nil` if it is absent, null or wrong.
    mutating func text(_ name: String, _ lengths: ClosedRange<Int>) -> String? {
        known.insert(name)
        guard let value = object[name], value != .null else { return nil }
        guard case .string(let text) = value else {
            errors.add("\(path).\(name)", .aString)
            return nil
        }
        let count = text.unicodeScalars.count
        let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard lengths.contains(count), !hasControl, !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        else {
            errors.add(
                "\(path).\(name)",
                FieldRule(
                    "charactersOnOneLine",
                    "Must be \(lengths.lowerBound) to \(lengths.upperBound) characters on one line.",
                    ["least": .number(Int64(lengths.lowerBound)), "most": .number(Int64(lengths.upperBound))]
                )
            )
            return nil
        }
        return text
    }

    /// Empty after an error.
    mutating func required(_ name: String, _ lengths: ClosedRange<Int>) -> String {
        if object[name] == nil || isNull(name) {
            known.insert(name)
            errors.add("\(path).\(name)", .required)
        }
        return text(name, lengths) ?? ""
    }

    mutating func object(_ name: String) -> JSONObject? {
        known.insert(name)
        switch object[name] {
        case nil, .null?: return nil
        case .object(let inner)?: return inner
        default:
            errors.add("\(path).\(name)", .anObject)
            return nil
        }
    }

    /// With the errors of unknown names.
    func finish() -> FieldErrors {
        var all = errors
        for key in object.keys where !known.contains(key) { all.add("\(path).\(key)", .unknownField) }
        return all
    }
}
