import Localization
import Testing

@testable import Wagers

@Suite struct WagersTextTests {
    @Test func `texts of pages are complete in each language`() {
        #expect(WagerText.catalog.faults(of: WagerText.self) == [])
        #expect(DisputeText.catalog.faults(of: DisputeText.self) == [])
    }

    @Test func `texts of problems, notices and mail are complete in each language`() {
        #expect(WagerProblemText.catalog.faults(of: WagerProblemText.self) == [])
        #expect(WagerNoticeText.catalog.faults(of: WagerNoticeText.self) == [])
    }
}
