import Localization
import Testing

@testable import Webhooks

@Suite struct WebhooksTextTests {
    @Test func `texts of problems, notices and mail are complete in each language`() {
        #expect(WebhookProblemText.catalog.faults(of: WebhookProblemText.self) == [])
    }
}
