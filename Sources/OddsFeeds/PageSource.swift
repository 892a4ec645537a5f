internal import Markup
package import ParlayAPI

/// Games, lines and scores on an HTML page, found by XPaths.
package struct PageSource: OddsSource {
    /// More rows than any page of a week has.
    static let rowLimit = 500

    let address: String
    let options: PageOptions
    /// Ends XPaths that take too long.
    let watch: XPathWatch

    init(url: String, options: PageOptions, watch: XPathWatch) {
        address = url
        self.options = options
        self.watch = watch
    }

    package var isWhole: Bool { true }

    package func url(for part: SourceReading.Part) -> String { address }

    package func failure(status: Int, body: [UInt8], retryAfter: Int64?) -> SourceError {
        switch status {
        case 300..<400:
            .unavailable("The page answered \(status); redirects to another host are not followed.")
        case 429: .throttled(seconds: retryAfter)
        default: .unavailable("The page answered \(status).")
        }
    }

    package func read(
        _ body: [UInt8],
        part: SourceReading.Part,
        now: Timestamp
    ) throws(SourceError) -> SourceReading {
        let columns = try columns(of: body)
        var games: [SourceGame] = []
        var unmarked = 0
        for index in 0..<columns.count {
            let row = PageRow(columns: columns, index: index, options: options, now: now)
            if row.isEmpty { continue }
            guard let teams = try row.teams() else {
                unmarked += 1
                continue
            }
            games.append(try row.game(teams))
        }
        if games.isEmpty {
            throw .structure(
                unmarked > 0
                    ? "No team is marked as the home team by \"\(options.homeMark ?? "")\"."
                    : "Every row of the page is empty."
            )
        }
        return SourceReading(part, options.sourceTournament, games)
    }

    /// The texts of all fields in all rows.
    private func columns(of body: [UInt8]) throws(SourceError) -> PageColumns {
        var name = "row"
        do {
            let page = try HTMLPage(body, watch: watch)
            let rows = try page.nodes(XPath(options.row), limit: Self.rowLimit)
            guard !rows.isEmpty else { throw SourceError.structure("The XPath of the rows matches nothing.") }
            var columns = PageColumns(count: rows.count)
            for (field, expression) in options.fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                name = field.rawValue
                let texts = try page.texts(XPath(expression), at: rows)
                guard !field.isAlwaysThere || texts.contains(where: { $0 != nil }) else {
                    throw SourceError.structure("The XPath of the field \(name) matches nothing.")
                }
                columns.texts[field] = texts
            }
            return columns
        } catch let error as SourceError {
            throw error
        } catch let error as MarkupError {
            let isAboutPage: Bool =
                switch error {
                case .pageTooLarge, .pageTooComplex, .noDocument, .encoding, .outOfMemory: true
                default: false
                }
            throw .structure(
                isAboutPage ? "Cannot read the page: \(error)." : "Cannot read the field \(name): \(error)."
            )
        } catch { throw .structure("Cannot read the page.") }
    }
}

/// The text of each field in each row; `nil` where its XPath selects nothing.
struct PageColumns {
    let count: Int
    var texts: [PageField: [String?]] = [:]

    subscript(field: PageField, row: Int) -> String { texts[field]?[row] ?? "" }
}
