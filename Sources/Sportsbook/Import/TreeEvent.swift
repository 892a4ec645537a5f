internal import ParlayAPI

/// One event of the document.
struct TreeEvent {
    let object: TreeObject
    /// Of the tournament.
    let country: String?

    init(_ object: TreeObject, country: String?) {
        self.object = object
        self.country = country
    }

    /// The number in `Matchday 12` or `League, Matchday 1`; `nil` for other rounds.
    var week: Int? {
        guard case .string(let round)? = object.member("round") else { return nil }
        let words = round.split(separator: " ").suffix(2)
        guard words.count == 2, words.first == "Matchday", let number = words.last.flatMap({ Int($0) }),
            1...99 ~= number
        else { return nil }
        return number
    }

    /// The source has shoot-outs that no one won.
    var warning: String? {
        guard case .object(let score)? = object.member("score"), case .array(let goals)? = score["p"] else {
            return nil
        }
        guard goals.count == 2, case .integer(let home) = goals[0], case .integer(let away) = goals[1],
            home >= 0, away >= 0, home != away
        else { return "The penalty shoot-out has no winner; it was ignored." }
        return nil
    }

    func game() throws(BadLine) -> FileGame {
        let id = try object.name("id", atMost: FileLimits.id)
        let (home, away) = (try object.name("home"), try object.name("away"))
        guard home != away else { throw object.bad("\"home\" and \"away\" are both \(home).") }
        let (status, score) = try outcome()
        return FileGame(
            externalID: id,
            line: object.line,
            home: home,
            away: away,
            kickOff: try kickOff(),
            week: week,
            status: status,
            score: score,
            markets: try markets()
        )
    }

    // MARK: Result

    /// Of a game that is decided by other means than play, and of one that is not over, the score does not count.
    private func outcome() throws(BadLine) -> (EventStatus, Score?) {
        let status = try object.text("status")
        let score = try score()
        switch status {
        case "finished": return score.map { (.final, $0) } ?? (.scheduled, nil)
        case "scheduled":
            guard score == nil else { throw object.bad("A scheduled event has a score.") }
            return (.scheduled, nil)
        case "postponed": return (.postponed, nil)
        case "cancelled", "awarded": return (.cancelled, nil)
        default:
            throw object.bad(
                "\"status\" must be finished, scheduled, postponed, cancelled or awarded, not "
                    + "\"\(FileLimits.quotable(status))\"."
            )
        }
    }

    /// After 90 minutes, which is what markets are graded by.
    private func score() throws(BadLine) -> Score? {
        guard let value = object.member("score") else { return nil }
        guard case .object(let scores) = value else { throw object.bad("\"score\" must be an object.") }
        guard let fullTime = scores["ft"], fullTime != .null else { return nil }
        let limits = 0...Int64(FileLimits.score)
        guard case .array(let goals) = fullTime, goals.count == 2, case .integer(let home) = goals[0],
            case .integer(let away) = goals[1], limits.contains(home), limits.contains(away)
        else {
            throw object.bad("\"score.ft\" must be two numbers from 0 to \(FileLimits.score), home first.")
        }
        return Score(home: Int(home), away: Int(away))
    }

    // MARK: Time

    private func kickOff() throws(BadLine) -> KickOff {
        let day = try day()
        guard let seconds = try object.integer("startTime") else {
            guard var day else { throw object.bad("\"startTime\" and \"date\" are both missing.") }
            day.hour = 15
            return .local(day, zone: "UTC")
        }
        guard Self.seconds.contains(seconds) else { throw object.bad("\"startTime\" is out of range.") }
        return .moment(seconds, zone: try zone(of: seconds, on: day))
    }

    /// 1900 to 2200: what lies outside of them is not a game in any tournament, moved or not.
    private static let seconds: Range<Int64> = -2_208_988_800..<7_289_654_400

    private func day() throws(BadLine) -> CivilDateTime? {
        guard let text = try object.optionalText("date") else { return nil }
        guard let day = FileTime.day(text) else {
            throw object.bad("\"date\" \"\(FileLimits.quotable(text))\" is not a date (YYYY-MM-DD).")
        }
        return day
    }

    /// The zone whose time of day a moved game keeps: that of the league's country, else the offset at the ground,
    /// which follows from its local time; else UTC.
    private func zone(of seconds: Int64, on day: CivilDateTime?) throws(BadLine) -> String {
        if let country, let zone = Self.zones[country] { return zone }
        guard let time = try object.optionalText("localTime"), let day,
            let local = FileTime.at(time.prefix { $0 != " " }, on: day)?.secondsSinceEpoch
        else { return "UTC" }
        let (minutes, rest) = (local - seconds).quotientAndRemainder(dividingBy: 60)
        guard rest == 0, minutes.magnitude <= 14 * 60 else { return "UTC" }
        return Self.fixedZone(minutesEast: Int(minutes))
    }

    /// `<+03>-03:00`: in the POSIX form, zones east of Greenwich have a minus.
    private static func fixedZone(minutesEast minutes: Int) -> String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let size = Int(minutes.magnitude)
        let (hours, rest) = (twoDigits(size / 60), twoDigits(size % 60))
        return minutes < 0 ? "<-\(hours)\(rest)>+\(hours):\(rest)" : "<+\(hours)\(rest)>-\(hours):\(rest)"
    }

    /// Of leagues whose country has one zone.
    private static let zones = [
        "Austria": "Europe/Vienna", "Belgium": "Europe/Brussels", "England": "Europe/London",
        "Europe": "Europe/Paris", "France": "Europe/Paris", "Germany": "Europe/Berlin",
        "Ireland": "Europe/Dublin", "Italy": "Europe/Rome", "Netherlands": "Europe/Amsterdam",
        "Scotland": "Europe/London", "Spain": "Europe/Madrid", "Switzerland": "Europe/Zurich",
        "Wales": "Europe/London",
    ]

    // MARK: Markets

    private func markets() throws(BadLine) -> [SourceMarket] {
        var markets: [SourceMarket] = []
        for object in try object.objects("markets") {
            let market = try market(object)
            guard !markets.contains(where: { $0.kind == market.kind }) else {
                throw object.bad("The event has this market twice.")
            }
            markets.append(market)
        }
        return markets
    }

    private func market(_ object: TreeObject) throws(BadLine) -> SourceMarket {
        let key = try object.text("key")
        guard let kind = Self.kinds[key] else {
            throw object.bad(
                "\"key\" must be 1x2, total_goals or asian_handicap, not \"\(FileLimits.quotable(key))\"."
            )
        }
        let line = try line(of: kind, object)
        var prices: [OutcomeSide: AmericanPrice] = [:]
        for outcome in try object.objects("outcomes") {
            let key = try outcome.text("key")
            guard let side = OutcomeSide(rawValue: key), kind.sides.contains(side) else {
                throw outcome.bad("The market has no side \"\(FileLimits.quotable(key))\".")
            }
            guard prices.updateValue(try price(outcome), forKey: side) == nil else {
                throw outcome.bad("The market has the side \(key) twice.")
            }
        }
        let missing = kind.sides.filter { prices[$0] == nil }.map(\.rawValue)
        guard missing.isEmpty else {
            throw object.bad("There is no price for \(missing.joined(separator: " and ")).")
        }
        return SourceMarket(kind, line: line, prices: prices)
    }

    private static let kinds: [String: MarketKind] = [
        "1x2": .matchResult, "total_goals": .total, "asian_handicap": .spread,
    ]

    private func line(of kind: MarketKind, _ object: TreeObject) throws(BadLine) -> MarketLine? {
        guard kind.hasLine else {
            guard object.member("line") == nil else { throw object.bad("This market has no \"line\".") }
            return nil
        }
        guard let decimal = try object.decimal("line") else { throw object.bad("\"line\" is missing.") }
        guard let line = MarketLine(decimal) else {
            throw object.bad("\"line\" must be in steps of 0.25, at most 1000.")
        }
        guard kind.permits(line) else {
            throw object.bad("\"line\" of a \(kind.rawValue) must be above 0.")
        }
        return line
    }

    /// The American price as it is written, else the one that follows from the decimal price.
    private func price(_ object: TreeObject) throws(BadLine) -> AmericanPrice {
        if let text = try object.optionalText("american") {
            guard let price = AmericanPrice(text) else {
                throw object.bad(
                    "\"american\" \"\(FileLimits.quotable(text))\" is not a price such as +150 or -110."
                )
            }
            return price
        }
        guard let decimal = try object.decimal("decimal") else {
            throw object.bad("\"american\" and \"decimal\" are both missing.")
        }
        guard let price = AmericanPrice(decimal: decimal) else {
            throw object.bad("\"decimal\" must be above 1 and at most 10001.")
        }
        return price
    }
}
