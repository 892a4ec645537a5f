import Localization
import Testing

@testable import Shelf

@Suite struct ShelfTextTests {
    @Test func `texts of pages are complete in each language`() {
        #expect(ShelfText.catalog.faults(of: ShelfText.self) == [])
    }

    @Test func `texts of problems, notices and mail are complete in each language`() {
        #expect(ShelfProblemText.catalog.faults(of: ShelfProblemText.self) == [])
        #expect(ShelfNoticeText.catalog.faults(of: ShelfNoticeText.self) == [])
    }
}
