internal import CXML

/// Called before libxml2 is used: its first initialization is not safe in two threads (libxml2, "Thread safety").
enum XMLLibrary {
    static let isReady: Bool = {
        xmlInitParser()
        return true
    }()
}

/// A compiled XPath 1.0 expression. Owns the `xmlXPathCompExpr` and frees it exactly once.
@safe package final class XPath {
    /// In Unicode scalars.
    package static let lengthLimit = 1000
    /// Of one expression on one page, over all rows.
    package static let timeLimit = Duration.seconds(1)
    /// libxml2's count of steps, tests and nodes, over all rows. The rows and cells of the largest page that is accepted
    /// need up to 1,000,000 (`//table//tr[td[3]]`), those of a usual one a thousand. Measured with libxml2 2.9.14:
    /// 10,000,000 take 0.3 to 1.6 s. It counts neither the length of texts nor the merging of sets of nodes, therefore
    /// `timeLimit` and `HTMLPage.nodeLimit`.
    package static let operationLimit: UInt = 3_000_000

    package let text: String
    let raw: xmlXPathCompExprPtr

    package init(_ text: String) throws(MarkupError) {
        guard text.unicodeScalars.count <= Self.lengthLimit else { throw .expressionTooLong }
        guard XMLLibrary.isReady, let context = unsafe parlay_xpath_context(nil) else { throw .outOfMemory }
        defer { unsafe xmlXPathFreeContext(context) }
        // libxml2 would read it to the NUL only.
        guard !text.utf8.contains(0), let compiled = unsafe xmlXPathCtxtCompile(context, text) else {
            throw .invalidExpression
        }
        self.text = text
        unsafe raw = compiled
    }

    deinit { unsafe xmlXPathFreeCompExpr(raw) }
}
