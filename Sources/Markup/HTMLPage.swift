internal import CXML

/// A page of HTML, parsed by libxml2 as browsers do: any bytes give a tree. Nothing is loaded from
/// elsewhere. Owns the document and its XPath context, and frees both exactly once. Everything here blocks.
@safe package final class HTMLPage {
    /// In bytes.
    package static let limit = 2 * 1024 * 1024
    /// Elements and texts. libxml2 merges sets of nodes in quadratic time, which `XPath.operationLimit` does not count and
    /// nothing can end: with 40,000 nodes, one merge takes up to 5 s.
    static let nodeLimit = 40_000
    /// Words in one tag; libxml2 compares each attribute with all before it.
    static let tagLimit = 1000
    /// What is read of one text, in bytes of UTF-8.
    static let textLimit = 1000

    private let document: xmlDocPtr
    private let context: xmlXPathContextPtr
    private let watch: XPathWatch?

    /// An element or another node of a page, which it keeps alive.
    @safe package struct Node {
        fileprivate let page: HTMLPage
        fileprivate let raw: xmlNodePtr
    }

    /// - Parameter watch: ends its evaluations in time; without it only `XPath.operationLimit` does.
    package init(_ bytes: [UInt8], watch: XPathWatch? = nil) throws(MarkupError) {
        guard bytes.count <= Self.limit else { throw .pageTooLarge }
        let text = try PageEncoding.utf8(bytes)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        guard XMLLibrary.isReady, !text.isEmpty else { throw .noDocument }
        guard !Self.hasLongTag(text) else { throw .pageTooComplex }
        let parsed = unsafe text.withUnsafeBytes { buffer in
            unsafe htmlReadMemory(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(buffer.count),
                nil,
                "UTF-8",
                Int32(options)
            )
        }
        guard let parsed = unsafe parsed else { throw .noDocument }
        guard unsafe xmlDocGetRootElement(parsed) != nil else {
            unsafe xmlFreeDoc(parsed)
            throw .noDocument
        }
        guard unsafe parlay_xml_is_larger(parsed, Int32(Self.nodeLimit)) == 0 else {
            unsafe xmlFreeDoc(parsed)
            throw .pageTooComplex
        }
        guard let context = unsafe parlay_xpath_context(parsed) else {
            unsafe xmlFreeDoc(parsed)
            throw .outOfMemory
        }
        unsafe document = parsed
        unsafe self.context = context
        self.watch = watch
    }

    deinit {
        unsafe xmlXPathFreeContext(context)
        unsafe xmlFreeDoc(document)
    }

    private static func hasLongTag(_ text: [UInt8]) -> Bool {
        var words = 0
        var isInTag = false
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "<"):
                let next = index + 1 < text.count ? text[index + 1] | 0x20 : 0
                guard 0x61...0x7A ~= next else { continue }
                isInTag = true
                words = 0
            case UInt8(ascii: ">"): isInTag = false
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "\""):
                guard isInTag else { continue }
                words += 1
                if words > 4 * tagLimit { return true }
            default: continue
            }
        }
        return false
    }

    /// What the expression selects, in the order of the page.
    package func nodes(_ expression: XPath, limit: Int) throws(MarkupError) -> [Node] {
        begin()
        defer { watch?.end() }
        let result = try unsafe evaluate(expression, at: nil)
        defer { unsafe xmlXPathFreeObject(result) }
        guard unsafe result.pointee.type == XPATH_NODESET else { throw .notNodes }
        guard let set = unsafe result.pointee.nodesetval else { return [] }
        let count = Int(unsafe set.pointee.nodeNr)
        guard count <= limit else { throw .tooManyNodes(limit: limit) }
        unsafe xmlXPathNodeSetSort(set)
        var nodes: [Node] = []
        for index in 0..<count {
            // Namespaces are no nodes of the tree; HTML has none.
            if let raw = unsafe set.pointee.nodeTab[index], unsafe raw.pointee.type != XML_NAMESPACE_DECL {
                nodes.append(unsafe Node(page: self, raw: raw))
            }
        }
        return nodes
    }

    /// The text of the expression's result at each node, with runs of white space as one space; `nil` where it selects
    /// nothing. Of several nodes, the first one's.
    package func texts(_ expression: XPath, at nodes: [Node]) throws(MarkupError) -> [String?] {
        begin()
        defer { watch?.end() }
        var texts: [String?] = []
        for node in nodes {
            precondition(node.page === self, "a node of another page")
            let result = try unsafe evaluate(expression, at: node.raw)
            defer { unsafe xmlXPathFreeObject(result) }
            texts.append(unsafe Self.text(of: result))
        }
        return texts
    }

    private func begin() {
        unsafe context.pointee.opCount = 0
        unsafe context.pointee.opLimit = XPath.operationLimit
        unsafe watch?.begin(context)
    }

    /// - Returns: an object that the caller frees.
    private func evaluate(_ expression: XPath, at node: xmlNodePtr?) throws(MarkupError) -> xmlXPathObjectPtr
    {
        unsafe context.pointee.node = node ?? xmlDocGetRootElement(document)
        if let result = unsafe xmlXPathCompiledEval(expression.raw, context) { return unsafe result }
        let code = unsafe context.pointee.lastError.code
        unsafe xmlResetError(&context.pointee.lastError)
        switch code {
        case Int32(XML_XPATH_EXPRESSION_OK.rawValue) + Int32(XPATH_OP_LIMIT_EXCEEDED.rawValue): throw .tooSlow
        case Int32(XML_XPATH_EXPRESSION_OK.rawValue) + Int32(XPATH_MEMORY_ERROR.rawValue): throw .outOfMemory
        default: throw .invalidExpression
        }
    }

    private static func text(of result: xmlXPathObjectPtr) -> String? {
        if unsafe result.pointee.type == XPATH_NODESET {
            guard let set = unsafe result.pointee.nodesetval, unsafe set.pointee.nodeNr > 0 else {
                return nil
            }
        }
        guard let text = unsafe xmlXPathCastToString(result) else { return nil }
        defer { unsafe parlay_xml_free(text) }
        return unsafe normalized(UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text))))
    }

    /// Without zero-width characters, and with runs of white space, no-break spaces included, as one space.
    private static func normalized(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var size = 0
        var hasSpace = false
        for scalar in unsafe String(decoding: bytes.prefix(16 * textLimit), as: UTF8.self).unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                hasSpace = size > 0
            } else if scalar.properties.generalCategory != .format {
                if hasSpace { text.append(" ") }
                size += (hasSpace ? 1 : 0) + UTF8.width(scalar)
                if size > textLimit { break }
                hasSpace = false
                text.append(scalar)
            }
        }
        return String(text)
    }
}
