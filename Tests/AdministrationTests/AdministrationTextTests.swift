import Localization
import Testing

@testable import Administration

@Suite struct AdministrationTextTests {
    @Test func `texts of problems, notices and mail are complete in each language`() {
        #expect(AdministrationProblemText.catalog.faults(of: AdministrationProblemText.self) == [])
        #expect(AdministrationNoticeText.catalog.faults(of: AdministrationNoticeText.self) == [])
    }
}
