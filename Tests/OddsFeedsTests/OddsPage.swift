import Markup
import ParlayAPI

@testable import OddsFeeds

/// A page as the odds sites of 2014 made them: upper-case tags, bare ampersands, layout tables around, a headless table for
/// Monday with an empty row, a 12-hour clock, no year, `At ` before the home team and `$` in the prices.
enum OddsPage {
    /// Thursday before the games.
    static let now = Timestamp("2014-09-03T12:00:00Z") ?? Timestamp(milliseconds: 0)

    static let week = page(
        sunday: [
            ["9/4 8:35 ET", "At Seattle", "-5", "Green Bay", "47", "-$240 +$200"],
            ["9/7 1:00 ET", "New Orleans", "-3", "At Atlanta", "51.5", "-$165 +$145"],
            ["9/7 1:00 ET", "At Baltimore", "-1", "Cincinnati", "43.5", "-$115 &nbsp;-$105"],
            ["9/7 9:30 ET", "At Miami & Friends", "PK", "New England", "47&frac12;", "-$110 -$110"],
        ],
        monday: [["9/8 10:25 ET", "At Arizona", "-3", "San Diego", "46", "-$155 +$135"]]
    )

    static func page(sunday: [[String]], monday: [[String]] = []) -> String {
        """
        <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
        <A NAME="TOP"></A>
        <HTML><HEAD><TITLE>Odds & lines</TITLE></HEAD>
        <body onLoad="start();">
        <table border="0" width="100%"><tr><td><TABLE COLSPAN="3"><tr><TD>1</TD><TD>2</TD></TR></TABLE></tr></td>
        <table width="644"><tr><td>a</td><td>b</td><td>c</td><td>d</td><td>e</td><td>f</td></tr></table>
        <P><CENTER> <FONT FACE="Georgia"><span><B>Week 1<BR></span></B></CENTER>
        <TABLE COLS="6" WIDTH="644" BORDER="0" CELLSPACING="6" CELLPADDING="2">
          <TR>
            <TD WIDTH="18%"><B>Date & Time</B></TD><TD><B>Favorite</B></TD><TD><B>Spread</B></TD>
            <TD><B>Underdog</B></TD><TD><B>Total</B></TD><TD><B>Money Odds</B></TD>
          </TR>
        \(rows(sunday))
        </TABLE>
        <P><TABLE COLS="6" WIDTH="644">
          <TR><TD WIDTH="18%"></TD><TD></TD><TD></TD><TD></TD><TD></TD><TD></TD></TR>
        \(rows(monday))
        </TABLE>
        </span></font color="#cc0000">
        """
    }

    private static func rows(_ rows: [[String]]) -> String {
        rows.map { " <TR>\n" + $0.map { "    <TD>\($0)</TD>\n" }.joined() + "  </TR>" }.joined(
            separator: "\n"
        )
    }

    static func read(_ html: String, _ options: JSONObject = [:]) throws -> [SourceGame] {
        try source(options).read(Array(html.utf8), part: .odds, now: now).games
    }

    static func source(_ options: JSONObject = [:]) throws -> PageSource {
        PageSource(
            url: "https://odds.example/",
            options: try PageOptions(options.or(FeedWorld.pageOptions)),
            watch: XPathWatch()
        )
    }
}

func line(_ points: Double) throws -> MarketLine {
    struct NoLine: Error {}
    guard let line = MarketLine(points) else { throw NoLine() }
    return line
}

func price(_ text: String) throws -> AmericanPrice {
    struct NoPrice: Error {}
    guard let price = AmericanPrice(text) else { throw NoPrice() }
    return price
}
