import Foundation
import ParlayAPI
import Testing

/// The messages of the live stream and the tree they are about.
@Suite struct LiveMessageTests {
    private static let price = AmericanPrice(rawValue: 300) ?? .assumed

    /// Messages as the stream has them, members in this order.
    static let wire: [(LiveMessage, String)] = [
        (
            LiveMessage(seq: 1, .start(event: 2_365_260, seconds: 1_600_260_600)),
            #"{"event":"2365260","startTime":1600260600,"seq":1}"#
        ),
        (
            LiveMessage(seq: 2, .event(7, Extensible(.final), LiveMessage.Score(home: 21, away: 20))),
            #"{"event":"7","status":"final","score":"21-20","seq":2}"#
        ),
        (
            LiveMessage(seq: 3, .event(7, Extensible(.postponed), nil)),
            #"{"event":"7","status":"postponed","score":null,"seq":3}"#
        ),
        (
            LiveMessage(seq: 4, .event(7, Extensible(rawValue: "abandoned"), nil)),
            #"{"event":"7","status":"abandoned","score":null,"seq":4}"#
        ),
        (
            LiveMessage(seq: 5, .market(8, Extensible(.suspended))),
            #"{"market":"8","status":"suspended","seq":5}"#
        ),
        (
            LiveMessage(seq: 6, .outcome(9_818_322, price, nil)),
            #"{"outcome":"9818322","price":"+300","seq":6}"#
        ),
        (
            LiveMessage(seq: 7, .outcome(9, price, Extensible(.won))),
            #"{"outcome":"9","price":"+300","status":"won","seq":7}"#
        ),
        (LiveMessage(seq: .max, .tree), #"{"market":"0","status":"void","seq":9223372036854775807}"#),
    ]

    @Test(arguments: wire)
    func `a message has one form`(_ message: LiveMessage, _ text: String) {
        var writer = JSONWriter()
        message.write(to: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
        #expect(LiveMessage(text) == message)
    }

    @Test func `the order of members and members of later servers have no effect`() {
        let text = #" { "seq" : 6, "later": [1], "price": "+300", "outcome": "9" } "#
        #expect(LiveMessage(text) == LiveMessage(seq: 6, .outcome(9, Self.price, nil)))
    }

    @Test(arguments: [
        "", "seq", "[]", "7", "{}", #"{"seq":1}"#, #"{"outcome":"9","price":"+300"}"#,
        #"{"outcome":"9","price":"+300","seq":"1"}"#, #"{"outcome":"9","price":"+300","seq":1.5}"#,
        #"{"outcome":9,"price":"+300","seq":1}"#, #"{"outcome":"x","price":"+300","seq":1}"#,
        #"{"outcome":"9","price":"300","seq":1}"#, #"{"outcome":"9","price":300,"seq":1}"#,
        #"{"outcome":"9","seq":1}"#, #"{"market":"8","seq":1}"#, #"{"market":"8","status":1,"seq":1}"#,
        #"{"event":"7","seq":1}"#, #"{"event":"7","startTime":"1","seq":1}"#,
        #"{"event":"7","status":"final","score":"21","seq":1}"#,
        #"{"event":"7","status":"final","score":"21-x","seq":1}"#,
        #"{"event":"7","status":"final","score":"1-2-3","seq":1}"#,
        #"{"tournament":"3","status":"open","seq":1}"#, #"{"outcome":"9","price":"+300","seq":1"#,
        #"{"outcome":"9","outcome":"9","price":"+300","seq":1}"#,
    ])
    func `what is not understood is no message`(_ text: String) {
        #expect(LiveMessage(text) == nil)
    }

    @Test func `a message of an unknown status keeps it`() throws {
        let message = try #require(LiveMessage(#"{"market":"8","status":"frozen","seq":5}"#))
        #expect(message.change == .market(8, .unknown("frozen")))
    }

    @Test func `the tree is one document`() throws {
        var writer = JSONWriter()
        SportsbookTree.example.write(to: &writer)
        let bytes = writer.bytes
        let object = try JSONParser.parseObject(bytes)
        #expect(object["seq"] == .integer(4_711))
        // The members of the tournament, then its events.
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""tournaments":[{"id":3,"sport":"american_football","name":"NFL 2025""#))
        #expect(text.contains(#""events":[{"id":118,"tournament_id":3"#))
        #expect(try JSONDecoder().decode(SportsbookTree.self, from: Data(bytes)) == .example)
        let encoded = try JSONEncoder().encode(SportsbookTree.example)
        #expect(try JSONDecoder().decode(SportsbookTree.self, from: encoded) == .example)
    }

    @Test(arguments: [
        "{}", #"{"seq":1}"#, #"{"seq":"1","tournaments":[]}"#, #"{"seq":1,"tournaments":[{}]}"#,
    ])
    func `half a tree is none`(_ text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SportsbookTree.self, from: Data(text.utf8))
        }
    }

    @Test func `a tree keeps values of later servers`() throws {
        let text = String(decoding: try JSONEncoder().encode(SportsbookTree.example), as: UTF8.self)
            .replacing(#""settled""#, with: #""frozen""#)
        let tree = try JSONDecoder().decode(SportsbookTree.self, from: Data(text.utf8))
        let status = try #require(tree.tournaments.first?.events.first?.markets.first?.status)
        #expect(status.known == nil && status.rawValue == "frozen")
    }

    @Test func `a ticket is a secret and its end`() throws {
        let data = try JSONEncoder().encode(LiveTicket.example)
        #expect(try JSONDecoder().decode(LiveTicket.self, from: data) == .example)
    }
}
