import Markup
import Testing

@Suite struct HTMLPageTests {
    private func texts(_ html: String, _ row: String, _ cell: String) throws -> [String?] {
        try texts(Array(html.utf8), row, cell)
    }

    private func texts(_ bytes: [UInt8], _ row: String, _ cell: String) throws -> [String?] {
        let page = try HTMLPage(bytes)
        return try page.texts(XPath(cell), at: page.nodes(XPath(row), limit: 1000))
    }

    @Test func `reads what browsers read: upper case, missing end tags, bare ampersands`() throws {
        let html = "<TABLE COLS=6><TR><TD>Date & Time<TD>AT&amp;T<TR><TD>9/4</TABLE></font color=red>"
        #expect(try texts(html, "//table[@cols='6']//tr", "td[1]") == ["Date & Time", "9/4"])
        #expect(try texts(html, "//tr", "td[2]") == ["AT&T", nil])
    }

    @Test func `runs of white space and no-break spaces are one space`() throws {
        let html = "<p>  -$115 &nbsp;\n\t-$105&#160;</p><p>&zwnj;a\u{200B}b</p><p></p>"
        #expect(try texts(html, "//p", ".") == ["-$115 -$105", "ab", ""])
    }

    @Test func `rows are in the order of the page, whichever way they are selected`() throws {
        #expect(try texts("<p>1<p>2<p>3", "//p[3] | //p[1] | //p[2]", ".") == ["1", "2", "3"])
        #expect(try texts("<p>1<p>2<p>3", "//p[3]/preceding::p", ".") == ["1", "2"])
    }

    @Test func `texts, numbers and attributes are results too`() throws {
        let html = "<div id=x><b>4</b><b>5</b></div>"
        #expect(try texts(html, "//div", "@id") == ["x"])
        #expect(try texts(html, "//div", "count(b)") == ["2"])
        #expect(try texts(html, "//div", "substring-after(b[2], '5')") == [""])
        #expect(try texts(html, "//div", "b") == ["4"])
        #expect(try texts(html, "//div", "i") == [nil])
    }

    @Test(arguments: [
        ([0xEF, 0xBB, 0xBF], "café"), ([], "café"),
    ])
    func `UTF-8 is the default`(mark: [UInt8], text: String) throws {
        #expect(try texts(mark + Array("<p>\(text)</p>".utf8), "//p", ".") == [text])
    }

    @Test func `the byte order mark wins over the declaration`() throws {
        let html = "<meta charset=iso-8859-1><p>½ é</p>"
        let little: [UInt8] = [0xFF, 0xFE] + html.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + html.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(try texts(little, "//p", ".") == ["½ é"])
        #expect(try texts(big, "//p", ".") == ["½ é"])
        #expect(try texts([0xEF, 0xBB, 0xBF] + Array(html.utf8), "//p", ".") == ["½ é"])
    }

    @Test(arguments: [
        "<meta charset=\"ISO-8859-1\">",
        "<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=windows-1252'>",
    ])
    func `a declared Latin-1 is read as browsers do`(meta: String) throws {
        #expect(try texts(Array((meta + "<p>44").utf8) + [0xBD, 0x80], "//p", ".") == ["44½€"])
    }

    @Test func `an encoding that is not supported is an error`() {
        #expect(throws: MarkupError.encoding("shift_jis")) {
            try HTMLPage(Array("<meta charset=Shift_JIS><p>x".utf8))
        }
    }

    @Test func `bad bytes and NUL end nothing`() throws {
        #expect(
            try texts(Array("<p>a".utf8) + [0xFF, 0x00] + Array("b<p>c".utf8), "//p", ".") == [
                "a\u{FFFD} b", "c",
            ]
        )
    }

    @Test func `nothing is loaded from elsewhere`() throws {
        let html = "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><p>a&x;b</p>"
        #expect(try texts(html, "//p", ".").contains("a&x;b"))
    }

    @Test(arguments: ["", " \n", "<!-- nothing -->"])
    func `a page without an element`(html: String) {
        #expect(throws: MarkupError.noDocument) { try HTMLPage(Array(html.utf8)) }
    }

    @Test func `a page has a limit`() throws {
        _ = try HTMLPage([UInt8](repeating: 0x61, count: HTMLPage.limit))
        #expect(throws: MarkupError.pageTooLarge) {
            try HTMLPage([UInt8](repeating: 0x61, count: HTMLPage.limit + 1))
        }
    }

    @Test func `tags that are nested without end`() throws {
        let deep = String(repeating: "<b>", count: 500_000)
        let page = try HTMLPage(Array(deep.utf8))
        #expect(try page.nodes(XPath("/html/body"), limit: 10).count == 1)
        _ = try page.texts(XPath("string(/)"), at: page.nodes(XPath("/html"), limit: 10))
    }

    @Test func `a page has a limit of elements and of attributes in one`() throws {
        _ = try HTMLPage(Array(String(repeating: "<p>1", count: 19_000).utf8))
        #expect(throws: MarkupError.pageTooComplex) {
            try HTMLPage(Array(String(repeating: "<p>1", count: 21_000).utf8))
        }
        let attributes = (0..<300_000).map { String($0, radix: 36) }.joined(separator: " a")
        #expect(throws: MarkupError.pageTooComplex) { try HTMLPage(Array("<b \(attributes)>".utf8)) }
    }

    @Test func `a text is read up to a limit`() throws {
        let text = try texts("<p>" + String(repeating: "ab ", count: 10_000), "//p", ".")[0]
        #expect((990...1000).contains(text?.utf8.count ?? 0))
    }

    // MARK: Expressions

    @Test(arguments: ["", "//tr[", "td[1", "1 +", "a:b", "\u{0}", "//tr\u{0}[", "$x"])
    func `an expression that is not valid`(text: String) throws {
        #expect(throws: MarkupError.invalidExpression) {
            let page = try HTMLPage(Array("<p>x".utf8))
            _ = try page.nodes(XPath(text), limit: 10)
        }
    }

    @Test func `a function that does not exist`() throws {
        let page = try HTMLPage(Array("<p>x".utf8))
        for text in ["nothing(1)", "document('/etc/hostname')", "concat('a')"] {
            #expect(throws: MarkupError.invalidExpression) { _ = try page.nodes(XPath(text), limit: 10) }
        }
        // An error leaves nothing behind.
        #expect(try page.nodes(XPath("//p"), limit: 10).count == 1)
    }

    @Test func `an expression has a length`() throws {
        let longest = "//p[" + String(repeating: "1", count: XPath.lengthLimit - 5) + "]"
        _ = try XPath(longest)
        #expect(throws: MarkupError.expressionTooLong) { try XPath(longest + " ") }
    }

    @Test func `an expression that is nested as deep as it can be`() throws {
        let text = String(repeating: "(", count: 499) + "1" + String(repeating: ")", count: 499)
        // Accepted or refused, but it returns.
        _ = try? XPath(text)
        _ = try? XPath("//p" + String(repeating: "[p", count: 300) + String(repeating: "]", count: 300))
    }

    @Test func `rows are nodes`() throws {
        let page = try HTMLPage(Array("<p>x<p>y".utf8))
        #expect(throws: MarkupError.notNodes) { try page.nodes(XPath("count(//p)"), limit: 10) }
        #expect(throws: MarkupError.tooManyNodes(limit: 1)) { try page.nodes(XPath("//p"), limit: 1) }
    }
}
