import Localization
import Testing

@testable import Meetups

@Suite struct MeetupsTextTests {
    @Test func `texts of pages are complete in each language`() {
        #expect(MeetupText.catalog.faults(of: MeetupText.self) == [])
    }

    @Test func `texts of problems, notices and mail are complete in each language`() {
        #expect(MeetupProblemText.catalog.faults(of: MeetupProblemText.self) == [])
        #expect(MeetupNoticeText.catalog.faults(of: MeetupNoticeText.self) == [])
    }
}
