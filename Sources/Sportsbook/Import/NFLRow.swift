internal import CSV
internal import ParlayAPI

/// One line of the file.
struct NFLRow {
    let record: CSVRecord
    let columns: NFLColumns

    func isIn(_ selection: FileSelection) -> Bool {
        if let season = selection.season, season != text(.season) { return false }
        if let week = selection.week, week != Int(text(.week)) { return false }
        return true
    }

    func checkLength() throws(BadLine) {
        guard record.fields.count == columns.count else {
            throw bad("The line has \(record.fields.count) fields; the header has \(columns.count).")
        }
    }

    /// The year in which the season started.
    func season() throws(BadLine) -> String {
        _ = try number(.season, in: 1900...2100)
        return text(.season)
    }

    func game() throws(BadLine) -> FileGame {
        let id = try name(.id, atMost: FileLimits.id)
        let (home, away) = (try name(.home), try name(.away))
        guard home != away else { throw bad("home_team and away_team are both \(home).") }
        let score = try score()
        return FileGame(
            externalID: id,
            line: record.line,
            home: NFLTeams.name(of: home),
            away: NFLTeams.name(of: away),
            kickOff: try kickOff(),
            week: try number(.week, in: 1...99),
            status: score == nil ? .scheduled : .final,
            score: score,
            markets: try markets()
        )
    }

    // MARK: Parts

    private func kickOff() throws(BadLine) -> KickOff {
        guard let day = FileTime.day(text(.day)) else { throw bad(.day, "is not a date (YYYY-MM-DD)") }
        guard text(.kickOff).isEmpty else {
            guard let seconds = FileTime.utc(text(.kickOff)) else {
                throw bad(.kickOff, "is not a time in UTC (YYYY-MM-DDTHH:MM:SSZ)")
            }
            return .moment(seconds, zone: NFLFile.zone)
        }
        let time = text(.timeOfDay).isEmpty ? "13:00" : text(.timeOfDay)
        guard let local = FileTime.at(time, on: day) else {
            throw bad(.timeOfDay, "is not a time of day (HH:MM)")
        }
        return .local(local, zone: NFLFile.zone)
    }

    private func score() throws(BadLine) -> Score? {
        switch (text(.homeScore).isEmpty, text(.awayScore).isEmpty) {
        case (true, true): return nil
        case (true, false), (false, true): throw bad("There is a score for one team only.")
        case (false, false):
            let limits = 0...FileLimits.score
            return Score(home: try number(.homeScore, in: limits), away: try number(.awayScore, in: limits))
        }
    }

    private func markets() throws(BadLine) -> [SourceMarket] {
        var markets: [SourceMarket] = []
        if let prices = try prices(.away, .awayMoneyline, .home, .homeMoneyline) {
            markets.append(SourceMarket(.moneyline, prices: prices))
        }
        if let line = try line(.spread, pricedBy: .awaySpreadPrice, .homeSpreadPrice) {
            let prices = try prices(.away, .awaySpreadPrice, .home, .homeSpreadPrice)
            // The file has the points by which the home team is favoured; a handicap has the other sign.
            markets.append(SourceMarket(.spread, line: -line, quotedOrAssumed: prices ?? [:]))
        }
        if let line = try line(.total, pricedBy: .overPrice, .underPrice) {
            guard MarketKind.total.permits(line) else { throw bad(.total, "is not above 0") }
            let prices = try prices(.over, .overPrice, .under, .underPrice)
            markets.append(SourceMarket(.total, line: line, quotedOrAssumed: prices ?? [:]))
        }
        return markets
    }

    /// `nil` if the file has neither.
    private func prices(
        _ first: OutcomeSide,
        _ firstColumn: NFLColumn,
        _ second: OutcomeSide,
        _ secondColumn: NFLColumn
    ) throws(BadLine) -> [OutcomeSide: AmericanPrice]? {
        switch (text(firstColumn).isEmpty, text(secondColumn).isEmpty) {
        case (true, true): return nil
        case (true, false), (false, true):
            throw bad(
                "\(firstColumn.rawValue) and \(secondColumn.rawValue): there is a price for one side only."
            )
        case (false, false):
            var prices = [first: try price(firstColumn)]
            prices[second] = try price(secondColumn)
            return prices
        }
    }

    private func price(_ column: NFLColumn) throws(BadLine) -> AmericanPrice {
        guard let number = Int(text(column)), let price = AmericanPrice(rawValue: number) else {
            throw bad(column, "is not an American price (-100 or less, 100 or more, at most 1000000)")
        }
        return price
    }

    /// `nil` if there is none, and no price that would need it.
    private func line(
        _ column: NFLColumn,
        pricedBy first: NFLColumn,
        _ second: NFLColumn
    ) throws(BadLine) -> MarketLine? {
        if text(column).isEmpty {
            guard text(first).isEmpty, text(second).isEmpty else {
                throw bad("There are prices without a \(column.rawValue).")
            }
            return nil
        }
        guard let line = ExactDecimal(text(column)).flatMap({ MarketLine($0) }) else {
            throw bad(column, "is not a line in steps of 0.25, at most 1000")
        }
        return line
    }

    // MARK: Fields

    private func text(_ column: NFLColumn) -> String {
        let place = columns[column]
        return place < record.fields.count ? record.fields[place] : ""
    }

    private func name(_ column: NFLColumn, atMost length: Int = 100) throws(BadLine) -> String {
        let name = text(column)
        if let violation = FileLimits.violation(ofName: name, atMost: length) {
            throw bad("\(column.rawValue): \(violation)")
        }
        return name
    }

    private func number(_ column: NFLColumn, in range: ClosedRange<Int>) throws(BadLine) -> Int {
        let text = text(column)
        guard text.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(text), range.contains(number) else {
            throw bad(column, "is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func bad(_ column: NFLColumn, _ problem: String) -> BadLine {
        bad("\(column.rawValue) \"\(FileLimits.quotable(text(column)))\" \(problem).")
    }

    private func bad(_ sentence: String) -> BadLine { BadLine(record.line, sentence) }
}
