import ParlayAPI
import Testing

@testable import OddsFeeds

@Suite struct PageOptionsTests {
    private func errors(_ options: JSONObject) -> [String] {
        do throws(FieldErrors) {
            _ = try PageOptions(options.or(FeedWorld.pageOptions))
            return []
        } catch { return error.entries.map(\.path).sorted() }
    }

    @Test func `absent options take their defaults, and answers show them all`() throws {
        let options = try PageOptions(FeedWorld.pageOptions)
        #expect(options.tournament == "NFL" && options.homeMark == "At " && options.season == nil)
        #expect(options.timeZone == "America/New_York" && options.sport == "american_football")
        #expect(
            options.object.keys == [
                "tournament", "sport", "season", "time_zone", "row", "home_mark", "fields",
            ]
        )
        #expect(try PageOptions(options.object) == options)
    }

    @Test func `a field that is null is not read`() throws {
        let options = try PageOptions(
            (["fields": ["money": nil, "total": nil]] as JSONObject).or(FeedWorld.pageOptions)
        )
        #expect(
            options.fields[.money] == nil && options.fields[.total] == nil && options.fields[.line] == "td[3]"
        )
        #expect(try PageOptions(options.object) == options)
    }

    @Test func `home and away replace favorite and underdog`() throws {
        let options = try PageOptions(
            (["home_mark": nil, "fields": ["home": "td[2]", "away": "td[4]"]] as JSONObject)
                .or(FeedWorld.pageOptions)
        )
        #expect(
            options.fields[.favorite] == nil && options.fields[.underdog] == nil
                && options.fields[.money] == nil
        )
        #expect(try PageOptions(options.object) == options)
    }

    @Test(
        arguments: [
            (["fields": ["line": "td["]], ["options.fields.line"]),
            (["fields": ["starts_at": nil]], ["options.fields.starts_at"]),
            (["fields": ["favorite": nil]], ["options.fields.favorite"]),
            (["fields": ["home": "td[1]"]], ["options.fields.away"]),
            (["fields": ["home": "a", "away": "b", "favorite": "c"]], ["options.fields.favorite"]),
            (["fields": ["home": "a", "away": "b", "money": "c"]], ["options.fields.money"]),
            (["fields": ["nothing": "td"]], ["options.fields.nothing"]),
            (["fields": ["line": 3]], ["options.fields.line"]),
            (["fields": []], ["options.fields"]),
            (["row": "//tr["], ["options.row"]),
            (["home_mark": nil], ["options.home_mark"]),
            (["color": "red", "sport": ""], ["options.color", "options.sport"]),
            (["tournament": "a\nb"], ["options.tournament"]),
            (["tournament": nil, "sport": nil], ["options.sport", "options.tournament"]),
        ] as [(JSONObject, [String])]
    )
    func `refuses`(options: JSONObject, paths: [String]) {
        #expect(errors(options) == paths)
    }

    @Test func `an XPath has a thousand characters`() {
        let long = String(repeating: "a", count: 1000)
        #expect(errors(["fields": ["line": .string(long)]]) == [])
        #expect(errors(["fields": ["line": .string(long + "a")]]) == ["options.fields.line"])
    }
}
