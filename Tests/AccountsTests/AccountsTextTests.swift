import Localization
import Testing

@testable import Accounts

@Suite struct AccountsTextTests {
    @Test func `texts of pages are complete in each language`() {
        #expect(AccountText.catalog.faults(of: AccountText.self) == [])
    }

    @Test func `texts of problems, notices and mail are complete in each language`() {
        #expect(AccountProblemText.catalog.faults(of: AccountProblemText.self) == [])
        #expect(AccountNoticeText.catalog.faults(of: AccountNoticeText.self) == [])
    }
}
