import Localization
import Testing

@testable import Demos
@testable import Sportsbook

@Suite struct SportsbookTextTests {
    @Test func `texts of pages are complete in each language`() {
        #expect(SportsbookText.catalog.faults(of: SportsbookText.self) == [])
        #expect(BookConsoleText.catalog.faults(of: BookConsoleText.self) == [])
        #expect(DemoText.catalog.faults(of: DemoText.self) == [])
    }

    @Test func `texts of problems, notices and mail are complete in each language`() {
        #expect(SportsbookProblemText.catalog.faults(of: SportsbookProblemText.self) == [])
        #expect(SettlementNoticeText.catalog.faults(of: SettlementNoticeText.self) == [])
    }
}
