internal import ParlayAPI

/// The options of a feed from The Odds API.
struct OddsAPIOptions: Sendable, Equatable {
    /// The API's key of a sport, such as `americanfootball_nfl`.
    var sport: String
    /// Comma-separated: `us`, `uk,eu`.
    var regions: String
    /// Whose prices are taken where an event has them, otherwise its first bookmaker's.
    var bookmaker: String?

    init(_ object: JSONObject) throws(FieldErrors) {
        var reader = OptionReader(object, "options")
        sport = reader.required("sport", 1...50)
        regions = reader.required("regions", 1...50)
        bookmaker = reader.isNull("bookmaker") ? nil : reader.text("bookmaker", 1...50) ?? "draftkings"
        var errors = reader.finish()
        for (name, value) in [("sport", sport), ("regions", regions), ("bookmaker", bookmaker ?? "x")] {
            // They stand in the URL.
            let isKey = value.utf8.allSatisfy {
                0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ",")
            }
            if !isKey {
                errors.add(
                    "options.\(name)",
                    FieldRule("apiCharacters", "Must have only a-z, 0-9, _ and commas.")
                )
            }
        }
        guard errors.isEmpty else { throw errors }
    }

    /// With all defaults, as answers show it.
    var object: JSONObject {
        [
            "sport": .string(sport), "regions": .string(regions),
            "bookmaker": bookmaker.map { .string($0) } ?? .null,
        ]
    }
}
