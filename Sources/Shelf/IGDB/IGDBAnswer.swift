internal import ParlayAPI

/// Games of an answer.
struct GameBatch: Hashable, Sendable {
    var games: [SourceGame] = []
    /// Elements of the answer, bad ones included.
    var count = 0

    /// Elements that are not games.
    var skipped: Int { count - games.count }

    /// When the last of them was changed, in seconds since the Unix epoch.
    var lastChange: Int64? { games.compactMap(\.changedAt).max() }

    static func + (left: GameBatch, right: GameBatch) -> GameBatch {
        GameBatch(games: left.games + right.games, count: left.count + right.count)
    }
}

/// Reads answers of IGDB and Twitch.
enum IGDBAnswer {
    /// Why an answer with status 200 is not what was asked for.
    struct Malformed: Error, Hashable {
        let sentence: String
    }

    /// The games of `/v4/games`.
    static func games(_ body: [UInt8]) throws(Malformed) -> GameBatch { try games(try value(body)) }

    /// The games of each page of `/v4/multiquery`, in the order of the pages.
    static func pages(_ body: [UInt8], _ pages: [IGDBQuery.Page]) throws(Malformed) -> [GameBatch] {
        guard case .array(let results) = try value(body) else {
            throw Malformed(sentence: "IGDB's answer is not a list")
        }
        var batches: [String: GameBatch] = [:]
        for result in results {
            guard case .object(let object) = result, case .string(let name)? = object["name"],
                let list = object["result"]
            else { throw Malformed(sentence: "IGDB's answer is not a list of results") }
            batches[name] = try games(list)
        }
        var found: [GameBatch] = []
        for page in pages {
            guard let batch = batches[page.name] else {
                throw Malformed(sentence: "IGDB's answer lacks a page")
            }
            found.append(batch)
        }
        return found
    }

    private static func games(_ value: JSONValue) throws(Malformed) -> GameBatch {
        guard case .array(let elements) = value else {
            throw Malformed(sentence: "IGDB's answer is not a list of games")
        }
        let games = elements.compactMap { element -> SourceGame? in
            guard let game = try? SourceGame(element), case .igdb = game.identity else { return nil }
            return game
        }
        return GameBatch(games: games, count: elements.count)
    }

    /// A token, and for how many seconds it works.
    static func token(_ body: [UInt8]) throws(Malformed) -> (token: String, seconds: Int64) {
        guard case .object(let object) = try value(body), case .string(let token)? = object["access_token"],
            (1...1000).contains(token.utf8.count), token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            case .integer(let seconds)? = object["expires_in"], seconds > 0
        else { throw Malformed(sentence: "Twitch's answer is not a token") }
        return (token, ReceivedNumber.clamped(seconds, to: 1...366 * 86_400))
    }

    private static func value(_ body: [UInt8]) throws(Malformed) -> JSONValue {
        do throws(JSONSyntaxError) { return try JSONParser.parse(body, within: .file) } catch {
            throw Malformed(sentence: "the answer is not JSON")
        }
    }

    /// What an answer with another status says: an object, or a list of objects, whose members differ.
    static func reason(_ body: [UInt8]) -> String? {
        var value = try? JSONParser.parse(body, within: .file)
        if case .array(let elements)? = value { value = elements.first }
        guard case .object(let object)? = value else { return nil }
        let texts = ["title", "cause", "message"].compactMap { name -> String? in
            guard case .string(let text)? = object[name], !text.isEmpty else { return nil }
            return clean(text)
        }
        return texts.isEmpty ? nil : texts.joined(separator: ": ")
    }

    private static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).map { scalar -> Unicode.Scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
