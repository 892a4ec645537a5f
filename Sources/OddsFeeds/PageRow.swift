internal import ParlayAPI
internal import Sportsbook

/// One row of a page, read as a game.
struct PageRow {
    let columns: PageColumns
    let index: Int
    let options: PageOptions
    let now: Timestamp

    struct Teams {
        let home: String
        let away: String
        /// Whether the home team is the favorite; `nil` if the page has no column of favorites.
        let favorsHome: Bool?
    }

    private subscript(field: PageField) -> String { columns[field, index] }

    /// A row that only separates others.
    var isEmpty: Bool { columns.texts.keys.allSatisfy { self[$0].isEmpty } }

    private func unreadable(_ field: PageField) -> SourceError {
        .structure("Cannot read \(field.rawValue) in row \(index + 1): \"\(self[field].prefix(60))\".")
    }

    private func team(_ field: PageField) throws(SourceError) -> String {
        let name = self[field]
        guard !name.isEmpty, name.unicodeScalars.count <= 100 else { throw unreadable(field) }
        return name
    }

    /// `nil` if neither team is marked as the home team, as for a game on neutral ground.
    func teams() throws(SourceError) -> Teams? {
        guard options.fields[.favorite] != nil else {
            return Teams(home: try team(.home), away: try team(.away), favorsHome: nil)
        }
        let mark = options.homeMark ?? ""
        func bare(_ field: PageField) throws(SourceError) -> (name: String, isHome: Bool) {
            let name = try team(field)
            guard name.lowercased().hasPrefix(mark.lowercased()), name.count > mark.count else {
                return (name, false)
            }
            return (String(name.dropFirst(mark.count)), true)
        }
        let favorite = try bare(.favorite)
        let underdog = try bare(.underdog)
        guard favorite.isHome != underdog.isHome else {
            guard favorite.isHome else { return nil }
            throw .structure("Both teams of row \(index + 1) are marked as the home team.")
        }
        return favorite.isHome
            ? Teams(home: favorite.name, away: underdog.name, favorsHome: true)
            : Teams(home: underdog.name, away: favorite.name, favorsHome: false)
    }

    func game(_ teams: Teams) throws(SourceError) -> SourceGame {
        guard let time = SourceTime(self[.startsAt], now: now) else { throw unreadable(.startsAt) }
        guard teams.home != teams.away else {
            throw .structure("Row \(index + 1) has the same team twice.")
        }
        let score = try score()
        let id = self[.id]
        return SourceGame(
            id.isEmpty ? Self.identity(of: time, teams) : String(id.prefix(200)),
            home: teams.home,
            away: teams.away,
            startsAt: time,
            status: OddsText.status(self[.status], hasScore: score != nil),
            score: score,
            markets: try markets(teams)
        )
    }

    /// The date and the teams in the order of their names, because a page may swap them.
    private static func identity(of time: SourceTime, _ teams: Teams) -> String {
        let date: Substring
        switch time {
        case .moment(let moment): date = moment.description.prefix(10)
        case .local(let civil):
            let seconds = civil.secondsSinceEpoch ?? 0
            date = Timestamp(milliseconds: seconds * 1000).description.prefix(10)
        }
        return "\(date) \([teams.home, teams.away].sorted().joined(separator: " - "))"
    }

    private func score() throws(SourceError) -> Score? {
        guard let home = OddsText.score(self[.homeScore]) else { throw unreadable(.homeScore) }
        guard let away = OddsText.score(self[.awayScore]) else { throw unreadable(.awayScore) }
        guard let home, let away else {
            guard home == nil, away == nil else { throw unreadable(home == nil ? .homeScore : .awayScore) }
            return nil
        }
        return Score(home: home, away: away)
    }

    // MARK: Markets

    private func markets(_ teams: Teams) throws(SourceError) -> [SourceMarket] {
        var markets: [SourceMarket] = []
        let sides = try sidePrices(teams)
        if options.fields[.line] == nil {
            if !sides.isEmpty { markets.append(SourceMarket(.moneyline, prices: sides)) }
        } else if let line = try homeLine(teams) {
            markets.append(SourceMarket(.spread, line: line, quotedOrAssumed: sides))
        }
        guard let total = OddsText.line(self[.total]) else { throw unreadable(.total) }
        if let total {
            guard MarketKind.total.permits(total) else { throw unreadable(.total) }
            let prices = try pair(.overPrice, .over, .underPrice, .under)
            markets.append(SourceMarket(.total, line: total, quotedOrAssumed: prices))
        }
        guard let money = OddsText.prices(self[.money]) else { throw unreadable(.money) }
        if let favorsHome = teams.favorsHome, money.count == 2 {
            let prices: [OutcomeSide: AmericanPrice] =
                favorsHome ? [.home: money[0], .away: money[1]] : [.away: money[0], .home: money[1]]
            markets.append(SourceMarket(.moneyline, prices: prices))
        }
        return markets
    }

    /// The home team's handicap. A favorite's is negative, with or without its sign.
    private func homeLine(_ teams: Teams) throws(SourceError) -> MarketLine? {
        guard let read = OddsText.line(self[.line]) else { throw unreadable(.line) }
        guard let line = read else { return nil }
        guard let favorsHome = teams.favorsHome else { return line }
        let isNegative = line < .zero
        guard isNegative || line == .zero || !OddsText.isSigned(self[.line]) else { throw unreadable(.line) }
        let favored = isNegative ? line : -line
        return favorsHome ? favored : -favored
    }

    private func sidePrices(_ teams: Teams) throws(SourceError) -> [OutcomeSide: AmericanPrice] {
        switch teams.favorsHome {
        case nil: try pair(.homePrice, .home, .awayPrice, .away)
        case true?: try pair(.favoritePrice, .home, .underdogPrice, .away)
        case false?: try pair(.favoritePrice, .away, .underdogPrice, .home)
        }
    }

    /// The prices of two fields; empty if there are none.
    private func pair(
        _ first: PageField,
        _ firstSide: OutcomeSide,
        _ second: PageField,
        _ secondSide: OutcomeSide
    ) throws(SourceError) -> [OutcomeSide: AmericanPrice] {
        guard let firstPrice = OddsText.price(self[first]) else { throw unreadable(first) }
        guard let secondPrice = OddsText.price(self[second]) else { throw unreadable(second) }
        guard let firstPrice, let secondPrice else {
            guard firstPrice == nil, secondPrice == nil else {
                throw unreadable(firstPrice == nil ? first : second)
            }
            return [:]
        }
        var prices = [firstSide: firstPrice]
        prices[secondSide] = secondPrice
        return prices
    }
}
