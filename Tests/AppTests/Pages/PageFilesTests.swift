import HTTPServer
import Pages
import TestSupport
import Testing

/// The files that all pages share.
@Suite struct PageFilesTests {
    @Test func `every picture that a page can name is in the file of pictures`() async throws {
        let file = try #require(PageFiles().response(PageFiles.version, "icons.svg"))
        let answer = Answer(file)
        #expect(answer.header("Content-Type") == "image/svg+xml")
        #expect(answer.header("Cache-Control")?.contains("immutable") == true)
        for icon in Icon.allCases {
            let name = icon.rawValue
            #expect(icon.html.text.contains(#"href="\#(PageFiles.path("icons.svg"))#\#(name)""#), "\(name)")
            #expect(answer.text.contains(#"<symbol id="\#(name)" viewBox="0 0 24 24"><"#), "\(name)")
        }
        #expect(PageFiles().response("older", "icons.svg") == nil)
    }
}
