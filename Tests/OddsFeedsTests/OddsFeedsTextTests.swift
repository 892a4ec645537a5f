import Localization
import Testing

@testable import OddsFeeds

@Suite struct OddsFeedsTextTests {
    @Test func `texts of pages are complete in each language`() {
        #expect(FeedText.catalog.faults(of: FeedText.self) == [])
    }

    @Test func `texts of problems, notices and mail are complete in each language`() {
        #expect(FeedNoticeText.catalog.faults(of: FeedNoticeText.self) == [])
    }
}
