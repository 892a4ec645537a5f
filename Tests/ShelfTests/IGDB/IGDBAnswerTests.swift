import ParlayAPI
import TestSupport
import Testing

@testable import Shelf

@Suite struct IGDBAnswerTests {
    @Test func `bad elements are counted and skipped`() throws {
        let body = #"[{"id":1,"name":"A"},{"id":2},7,null,{"name":"C"},{"id":4,"name":"D","updated_at":9}]"#
        let batch = try IGDBAnswer.games(Array(body.utf8))
        #expect(batch.games.map(\.name) == ["A", "D"])
        #expect(batch.count == 6 && batch.skipped == 4 && batch.lastChange == 9)
        #expect(try IGDBAnswer.games(Array("[]".utf8)) == GameBatch())
    }

    @Test func `pages are found by their names`() throws {
        let pages = IGDBQuery.pages(offset: 0, count: 1000)
        let body =
            #"[{"name":"games 500","result":[{"id":2,"name":"B"}]},{"name":"games 0","result":[{"id":1,"name":"A"}]}]"#
        #expect(try IGDBAnswer.pages(Array(body.utf8), pages).map { $0.games.map(\.name) } == [["A"], ["B"]])
        for bad in [
            #"[{"name":"games 0","result":[]}]"#, "{}", "[7]", #"[{"name":"games 0","result":{}}]"#, "[{",
        ] {
            #expect(throws: IGDBAnswer.Malformed.self) { try IGDBAnswer.pages(Array(bad.utf8), pages) }
        }
    }

    @Test(arguments: [
        (
            #"[{"title":"Invalid Field","status":400,"cause":"Invalid field name: 'x'"}]"#,
            "Invalid Field: Invalid field name: 'x'"
        ),
        (
            #"{"title":"Forbidden","status":403,"cause":"Reqest limit too high"}"#,
            "Forbidden: Reqest limit too high"
        ),
        (#"{"status":400,"message":"invalid client"}"#, "invalid client"),
        (#"{"message":"a\nb"}"#, "a b"), ("<html>", nil), ("[]", nil), ("{}", nil), ("", nil),
    ])
    func `both shapes of errors are read`(body: String, reason: String?) {
        #expect(IGDBAnswer.reason(Array(body.utf8)) == reason)
    }

    @Test func `a token is text for a header`() throws {
        let good = try IGDBAnswer.token(
            Array(#"{"access_token":"abc","expires_in":60,"token_type":"bearer"}"#.utf8)
        )
        #expect(good.token == "abc" && good.seconds == 60)
        for bad in [
            #"{"access_token":"a b","expires_in":60}"#, #"{"access_token":"a\r\nX: y","expires_in":60}"#,
            #"{"access_token":"","expires_in":60}"#, #"{"access_token":"abc"}"#, #"{"expires_in":60}"#,
            #"{"access_token":"abc","expires_in":0}"#, "[]", "",
        ] {
            #expect(throws: IGDBAnswer.Malformed.self) { try IGDBAnswer.token(Array(bad.utf8)) }
        }
    }

    @Test func `nothing in an answer traps`() throws {
        let game =
            #"{"id":1,"name":"A","rating":84.4,"rating_count":500,"first_release_date":953596800,"updated_at":1700000000,"cover":{"image_id":"co1","url":"//images.igdb.com/igdb/image/upload/t_thumb/co1.jpg"},"screenshots":[{"id":1,"image_id":"sc1"}],"genres":[{"name":"Shooter"}],"platforms":[6]}"#
        let document = try JSONParser.parse(Array("[\(game)]".utf8))
        for variant in HostileJSON.variants(of: document) {
            let batch = try? IGDBAnswer.games(variant.jsonBytes())
            #expect((batch?.lastChange).map { (0...4_102_444_800).contains($0) } ?? true)
            for game in batch?.games ?? [] { #expect((0...2_000_000_000).contains(game.ratingCount)) }
            for one in (batch?.games ?? []).flatMap({ $0.screenshots ?? [] }) {
                #expect(one.resource.url.hasPrefix("https://") && !one.resource.imageID.isEmpty)
            }
        }
        let pages = try JSONParser.parse(Array(#"[{"name":"games 0","result":[\#(game)]}]"#.utf8))
        for variant in HostileJSON.variants(of: pages) {
            _ = try? IGDBAnswer.pages(variant.jsonBytes(), IGDBQuery.pages(offset: 0, count: 500))
        }
        let token = try JSONParser.parse(
            Array(#"{"access_token":"abc","expires_in":60,"token_type":"bearer"}"#.utf8)
        )
        for variant in HostileJSON.variants(of: token) {
            let token = try? IGDBAnswer.token(variant.jsonBytes())
            #expect((token?.seconds).map { (1...366 * 86_400).contains($0) } ?? true)
        }
    }
}
