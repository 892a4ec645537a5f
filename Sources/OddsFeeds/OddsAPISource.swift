package import ParlayAPI
internal import Sportsbook

/// The Odds API, version 4: odds and scores as JSON.
package struct OddsAPISource: OddsSource {
    /// Where the API is, without a slash at the end.
    let base: String
    let options: OddsAPIOptions
    /// Of the caller; part of the URL, as the API requires.
    let key: String

    package var isWhole: Bool { false }

    package func url(for part: SourceReading.Part) -> String {
        let start = "\(base)/v4/sports/\(options.sport)"
        // The key is checked when it is stored: it needs no escaping.
        switch part {
        case .odds:
            return
                "\(start)/odds?apiKey=\(key)&regions=\(options.regions)&markets=h2h,spreads,totals"
                + "&oddsFormat=american&dateFormat=iso"
        case .scores: return "\(start)/scores?apiKey=\(key)&daysFrom=3&dateFormat=iso"
        }
    }

    package func failure(status: Int, body: [UInt8], retryAfter: Int64?) -> SourceError {
        var code = ""
        if case .object(let object)? = try? JSONParser.parse(body, within: .file),
            case .string(let text)? = object["error_code"]
        {
            code = String(text.prefix(60))
        }
        switch (status, code) {
        case (_, "OUT_OF_USAGE_CREDITS"): return .spent
        case (429, _): return .throttled(seconds: retryAfter)
        case (_, "INVALID_KEY"), (_, "MISSING_KEY"), (_, "DEACTIVATED_KEY"):
            return .unavailable("The Odds API refuses the key (\(code)).")
        case (_, ""): return .unavailable("The Odds API answered \(status).")
        default: return .unavailable("The Odds API answered \(status) (\(code)).")
        }
    }

    package func read(
        _ body: [UInt8],
        part: SourceReading.Part,
        now: Timestamp
    ) throws(SourceError) -> SourceReading {
        let value: JSONValue
        do { value = try JSONParser.parse(body, within: .file) } catch {
            throw .structure("The answer is not JSON: \(error)")
        }
        guard case .array(let elements) = value else {
            throw .structure("The answer is not a list of games.")
        }
        var games: [SourceGame] = []
        var title: String?
        for (index, element) in elements.enumerated() {
            guard case .object(let object) = element else {
                throw .structure("Element \(index) is not a game.")
            }
            let event = APIObject(object, "Game \(index + 1)")
            title = try event.text("sport_title")
            games.append(try part == .odds ? odds(event) : score(event, now: now))
        }
        let tournament = SourceTournament(
            externalID: options.sport,
            sport: Self.sport(of: options.sport),
            name: title.map { String($0.prefix(100)) } ?? options.sport
        )
        return SourceReading(part, tournament, games)
    }

    /// `americanfootball_nfl` is of the sport `american_football`, and `soccer_epl` of `soccer`.
    private static func sport(of key: String) -> String {
        let group = String(key.prefix { $0 != "_" })
        return group == "americanfootball" ? "american_football" : group
    }

    private func game(_ event: APIObject) throws(SourceError) -> SourceGame {
        let time = try event.text("commence_time")
        guard let start = Timestamp(time) else { throw event.wrong("commence_time") }
        let home = try event.text("home_team")
        let away = try event.text("away_team")
        guard home != away else { throw event.wrong("away_team") }
        return SourceGame(try event.text("id"), home: home, away: away, startsAt: .moment(start))
    }

    // MARK: Scores

    private func score(_ event: APIObject, now: Timestamp) throws(SourceError) -> SourceGame {
        var game = try game(event)
        let isCompleted = try event.boolean("completed")
        for entry in try event.optionalList("scores") ?? [] {
            let name = try entry.text("name")
            let text = try entry.text("score")
            guard text.utf8.count <= 4, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let points = Int(text)
            else {
                throw entry.wrong("score")
            }
            var score = game.score ?? Score(home: -1, away: -1)
            switch name {
            case game.home: score.home = points
            case game.away: score.away = points
            default: throw entry.wrong("name")
            }
            game.score = score
        }
        if let score = game.score, score.home < 0 || score.away < 0 { throw event.wrong("scores") }
        if isCompleted { game.status = .final } else if game.score != nil { game.status = .live }
        return game
    }

    // MARK: Odds

    private func odds(_ event: APIObject) throws(SourceError) -> SourceGame {
        var game = try game(event)
        let bookmakers = try event.list("bookmakers")
        var chosen = bookmakers.first
        for bookmaker in bookmakers {
            if let wanted = options.bookmaker, try bookmaker.text("key") == wanted {
                chosen = bookmaker
                break
            }
        }
        for market in try chosen?.list("markets") ?? [] {
            switch try market.text("key") {
            case "h2h": game.markets.append(try winner(market, game))
            case "spreads": game.markets.append(try spread(market, game))
            case "totals": game.markets.append(try total(market))
            // Only these are requested.
            default: throw market.wrong("key")
            }
        }
        guard Set(game.markets.map(\.kind)).count == game.markets.count else { throw event.wrong("markets") }
        return game
    }

    /// Sides by the names of the teams: outcomes come in no order.
    private func prices(
        _ market: APIObject,
        _ sides: [String: OutcomeSide]
    ) throws(SourceError) -> [OutcomeSide: (price: AmericanPrice, point: MarketLine?)] {
        var found: [OutcomeSide: (price: AmericanPrice, point: MarketLine?)] = [:]
        for outcome in try market.list("outcomes") {
            guard let side = sides[try outcome.text("name")], found[side] == nil else {
                throw outcome.wrong("name")
            }
            guard let number = try outcome.number("price"), let points = Int(exactly: number),
                let price = AmericanPrice(rawValue: points)
            else { throw outcome.wrong("price") }
            var line: MarketLine?
            if let point = try outcome.number("point") {
                line = MarketLine(point)
                if line == nil { throw outcome.wrong("point") }
            }
            found[side] = (price, line)
        }
        return found
    }

    private func sides(of game: SourceGame, and others: [String: OutcomeSide] = [:]) -> [String: OutcomeSide]
    {
        var sides = others
        sides[game.home] = .home
        sides[game.away] = .away
        return sides
    }

    private func winner(_ market: APIObject, _ game: SourceGame) throws(SourceError) -> SourceMarket {
        // A team may be called so.
        let found = try prices(market, sides(of: game, and: ["Draw": .draw]))
        let kind: MarketKind = found[.draw] == nil ? .moneyline : .matchResult
        guard Set(found.keys) == Set(kind.sides) else { throw market.wrong("outcomes") }
        return SourceMarket(kind, prices: found.mapValues(\.price))
    }

    private func spread(_ market: APIObject, _ game: SourceGame) throws(SourceError) -> SourceMarket {
        let found = try prices(market, sides(of: game))
        guard found.count == 2, let home = found[.home]?.point, let away = found[.away]?.point, home == -away
        else {
            throw market.wrong("outcomes")
        }
        return SourceMarket(.spread, line: home, prices: found.mapValues(\.price))
    }

    private func total(_ market: APIObject) throws(SourceError) -> SourceMarket {
        let found = try prices(market, ["Over": .over, "Under": .under])
        guard found.count == 2, let over = found[.over]?.point, let under = found[.under]?.point,
            over == under,
            MarketKind.total.permits(over)
        else { throw market.wrong("outcomes") }
        return SourceMarket(.total, line: over, prices: found.mapValues(\.price))
    }
}

/// An object of an answer, with where it is for error messages.
private struct APIObject {
    let object: JSONObject
    let place: String

    init(_ object: JSONObject, _ place: String) {
        self.object = object
        self.place = place
    }

    func wrong(_ name: String) -> SourceError { .structure("\(place): \"\(name)\" is not as expected.") }

    func text(_ name: String) throws(SourceError) -> String {
        guard case .string(let text)? = object[name], !text.isEmpty, text.unicodeScalars.count <= 100 else {
            throw wrong(name)
        }
        return text
    }

    func boolean(_ name: String) throws(SourceError) -> Bool {
        guard case .bool(let value)? = object[name] else { throw wrong(name) }
        return value
    }

    /// `nil` if it is absent.
    func number(_ name: String) throws(SourceError) -> Double? {
        switch object[name] {
        case nil, .null?: return nil
        case .integer(let value)?: return Double(value)
        case .number(let value)?: return value.double
        default: throw wrong(name)
        }
    }

    func list(_ name: String) throws(SourceError) -> [APIObject] {
        guard let list = try optionalList(name) else { throw wrong(name) }
        return list
    }

    /// `nil` if it is null or absent.
    func optionalList(_ name: String) throws(SourceError) -> [APIObject]? {
        switch object[name] {
        case nil, .null?: return nil
        case .array(let elements)?:
            var objects: [APIObject] = []
            for element in elements {
                guard case .object(let inner) = element else { throw wrong(name) }
                objects.append(APIObject(inner, "\(place), \(name) \(objects.count + 1)"))
            }
            return objects
        default: throw wrong(name)
        }
    }
}
