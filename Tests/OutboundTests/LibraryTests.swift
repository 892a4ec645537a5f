import Outbound
import Testing

@Suite struct LibraryTests {
    @Test func `libcurl is the one of Debian or newer`() {
        #expect(OutboundLibrary.version.hasPrefix("libcurl/"))
    }
}
