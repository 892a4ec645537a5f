import Localization
import Testing

@testable import Shelf

@Suite struct ShelfTextTests {
    @Test func `texts are complete in all languages`() {
        #expect(ShelfText.catalog.faults(of: ShelfText.self) == [])
    }
}
