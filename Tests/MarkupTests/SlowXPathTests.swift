import Markup
import Testing

/// On a page with as many elements as are accepted.
@Suite(.serialized) struct SlowXPathTests {
    /// Half of its bytes are one text.
    private static let page = Array(
        ("<div>" + String(repeating: "x ", count: 500_000) + "<table>"
            + String(repeating: "<tr><td>1<td>2<td>3", count: 5_600)).utf8
    )

    @Test func `what a real page needs is far from the limit`() throws {
        let page = try HTMLPage(Self.page)
        let rows = try page.nodes(XPath("//table//tr[td[3]]"), limit: 200_000)
        #expect(rows.count == 5_600)
        #expect(try page.texts(XPath("td[2]"), at: rows).allSatisfy { $0 == "2" })
    }

    @Test(arguments: ["//*[count(//*) > 1]", "//td[count(preceding::td) > 5]", "//*[//*[//nothing]]"])
    func `steps without end are ended by their number`(text: String) throws {
        let page = try HTMLPage(Self.page)
        #expect(throws: MarkupError.tooSlow) { try page.nodes(XPath(text), limit: 100_000).count }
        // The next expression starts from zero.
        #expect(try page.nodes(XPath("//tr"), limit: 100_000).count == 5_600)
    }

    @Test func `the number counts over all rows`() throws {
        let page = try HTMLPage(Self.page)
        let rows = try page.nodes(XPath("//tr"), limit: 100_000)
        #expect(throws: MarkupError.tooSlow) { try page.texts(XPath("count(//td)"), at: rows).count }
    }

    @Test(arguments: ["//*[string-length(/) > 5]", "//*[/ + 1 > 0]", "//*[contains(/, 'xyz')]"])
    func `texts without end are ended by the clock`(text: String) async throws {
        let watch = XPathWatch()
        let watcher = Task.detached {
            while !Task.isCancelled {
                watch.check()
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { watcher.cancel() }
        let page = try HTMLPage(Self.page, watch: watch)
        let start = ContinuousClock.now
        #expect(throws: MarkupError.tooSlow) { try page.nodes(XPath(text), limit: 100_000).count }
        // A second, and then what else this machine is doing.
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(try page.nodes(XPath("//tr"), limit: 100_000).count == 5_600)
    }

    @Test func `a watch with nothing to watch ends nothing`() throws {
        let watch = XPathWatch()
        let page = try HTMLPage(Self.page, watch: watch)
        watch.check(now: .now + .seconds(60))
        #expect(try page.nodes(XPath("//tr"), limit: 100_000).count == 5_600)
    }
}
