import Foundation
import ParlayAPI
import Testing

@Suite struct PlayedHoursTests {
    @Test func `every tenth survives JSON, both ways`() throws {
        for tenths in Array(0...10_000) + [999_999, 1_000_000, 123_456_789] as [Int64] {
            let hours = PlayedHours(tenths: tenths)
            let json = Data(hours.jsonBytes())
            #expect(try JSONDecoder().decode(PlayedHours.self, from: json) == hours)
            let encoded = try JSONEncoder().encode([hours])
            #expect(try JSONDecoder().decode([PlayedHours].self, from: encoded) == [hours])
            #expect(PlayedHours(Double(tenths) / 10) == hours)
        }
    }

    @Test(arguments: [
        (0, "0"), (1, "0.1"), (10, "1"), (125, "12.5"), (1_000_000, "100000"), (-5, "-0.5"), (-10, "-1"),
    ])
    func `they are written with one decimal or none`(_ tenths: Int64, _ text: String) {
        #expect(PlayedHours(tenths: tenths).text == text)
        #expect(String(decoding: PlayedHours(tenths: tenths).jsonBytes(), as: UTF8.self) == text)
    }

    @Test(arguments: [0.01, 12.55, 0.05, 1e300, -1e300, .infinity, .nan, 99_999.95])
    func `what is no tenth is refused`(_ hours: Double) { #expect(PlayedHours(hours) == nil) }
}
