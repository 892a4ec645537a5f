internal import CCMarkGFM
internal import Glibc
internal import Pages

/// GitHub's Markdown as HTML, rendered by cmark-gfm. HTML inside of the text is omitted.
struct Markdown {
    /// A part of the text with its headline.
    struct Section: Sendable {
        /// 1 for the title; 0 for text before any headline.
        let level: Int
        let title: String
        /// Derived from the title as on GitHub.
        let anchor: String
        /// Its words without markup, down to the next headline.
        var text = ""
    }

    enum Link: Equatable {
        case to(String)
        /// Keeps the text without the link.
        case none
    }

    private(set) var html: HTML = .none
    private(set) var sections: [Section] = []

    /// - Parameter link: the target of a link or an image on the page.
    init(_ text: String, link: (String) -> Link) {
        cmark_gfm_core_extensions_ensure_registered()
        let parser = unsafe cmark_parser_new(CMARK_OPT_DEFAULT)
        defer { unsafe cmark_parser_free(parser) }
        // GitHub's tables; everything else of its dialect is not used.
        unsafe cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"))
        unsafe cmark_parser_feed(parser, text, text.utf8.count)
        guard let root = unsafe cmark_parser_finish(parser) else { return }
        defer { unsafe cmark_node_free(root) }
        for node in unsafe Self.nodes(below: root) { visit(node, link) }
        let extensions = unsafe cmark_parser_get_syntax_extensions(parser)
        guard let rendered = unsafe cmark_render_html(root, CMARK_OPT_DEFAULT, extensions) else { return }
        defer { unsafe free(rendered) }
        html = .trusted(unsafe String(cString: rendered))
    }

    /// A node of the tree that `init` frees, used only as long as the tree exists.
    @safe private struct Node {
        let raw: OpaquePointer
    }

    private mutating func visit(_ node: Node, _ link: (String) -> Link) {
        switch unsafe cmark_node_get_type(node.raw) {
        case CMARK_NODE_HEADING: addSection(node)
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE: Self.point(node, link)
        case CMARK_NODE_TEXT, CMARK_NODE_CODE:
            guard unsafe !Self.isInHeading(node.raw) else { return }
            add(Self.literal(node))
        case CMARK_NODE_CODE_BLOCK: add("\n" + Self.literal(node))
        case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: add(" ")
        case CMARK_NODE_PARAGRAPH: add("\n")
        default:
            // Their types are variables of the extension.
            switch unsafe String(cString: cmark_node_get_type_string(node.raw)) {
            case "table": Self.label(node)
            case "table_row": add("\n")
            case "table_cell": add(sections.last?.text.hasSuffix("\n") == false ? " · " : "")
            default: break
            }
        }
    }

    private mutating func add(_ text: String) {
        if sections.isEmpty { sections.append(Section(level: 0, title: "", anchor: "")) }
        sections[sections.count - 1].text += text
    }

    /// On narrow screens the rows of a table are blocks, in which each value but the first has the title of its column
    /// before it. A cell can only contain a mark inside of an emphasis.
    private static func label(_ table: Node) {
        let rows = unsafe children(of: table.raw).map { row in unsafe children(of: row.raw) }
        guard let titles = rows.first, titles.count > 2 else { return }
        for row in rows.dropFirst() {
            for (title, cell) in zip(titles, row).dropFirst() {
                let words = unsafe nodes(below: title.raw).map(literal).joined()
                guard unsafe cmark_node_first_child(cell.raw) != nil, !words.isEmpty,
                    let label = unsafe cmark_node_new(CMARK_NODE_CUSTOM_INLINE),
                    let emphasis = unsafe cmark_node_new(CMARK_NODE_EMPH)
                else { continue }
                let markup: HTML = "<span class=\"label\">\(words): </span>"
                unsafe cmark_node_set_on_enter(label, markup.text)
                unsafe cmark_node_append_child(emphasis, label)
                unsafe cmark_node_prepend_child(cell.raw, emphasis)
            }
        }
    }

    private static func children(of node: OpaquePointer) -> [Node] {
        var children: [Node] = []
        var next = unsafe cmark_node_first_child(node)
        while let child = unsafe next {
            children.append(unsafe Node(raw: child))
            unsafe next = cmark_node_next(child)
        }
        return children
    }

    private mutating func addSection(_ heading: Node) {
        var title = ""
        for node in unsafe Self.nodes(below: heading.raw) { title += Self.literal(node) }
        // Of equal headlines, GitHub numbers the second and later ones.
        let name = Self.anchor(title)
        let equals = sections.count { Self.anchor($0.title) == name }
        let section = Section(
            level: Int(unsafe cmark_node_get_heading_level(heading.raw)),
            title: title,
            anchor: equals == 0 ? name : "\(name)-\(equals)"
        )
        sections.append(section)
        guard let anchor = unsafe cmark_node_new(CMARK_NODE_CUSTOM_INLINE) else { return }
        let markup: HTML = """
             <a class="anchor" id="\(section.anchor)" href="#\(section.anchor)" aria-label="Link to \(title)">#</a>
            """
        unsafe cmark_node_set_on_enter(anchor, markup.text)
        unsafe cmark_node_append_child(heading.raw, anchor)
    }

    private static func point(_ node: Node, _ link: (String) -> Link) {
        guard let url = unsafe cmark_node_get_url(node.raw) else { return }
        switch link(unsafe String(cString: url)) {
        case .to(let target): unsafe cmark_node_set_url(node.raw, target)
        case .none:
            while let child = unsafe cmark_node_first_child(node.raw) {
                unsafe cmark_node_insert_before(node.raw, child)
            }
            unsafe cmark_node_unlink(node.raw)
            unsafe cmark_node_free(node.raw)
        }
    }

    /// The nodes of a tree in the order of the text, collected first, because visits change the tree.
    private static func nodes(below root: OpaquePointer) -> [Node] {
        let iterator = unsafe cmark_iter_new(root)
        defer { unsafe cmark_iter_free(iterator) }
        var nodes: [Node] = []
        while true {
            switch unsafe cmark_iter_next(iterator) {
            case CMARK_EVENT_DONE: return nodes
            case CMARK_EVENT_ENTER:
                if let node = unsafe cmark_iter_get_node(iterator) { nodes.append(unsafe Node(raw: node)) }
            default: break
            }
        }
    }

    private static func isInHeading(_ node: OpaquePointer) -> Bool {
        var next: OpaquePointer? = unsafe node
        while let node = unsafe next {
            if unsafe cmark_node_get_type(node) == CMARK_NODE_HEADING { return true }
            unsafe next = cmark_node_parent(node)
        }
        return false
    }

    private static func literal(_ node: Node) -> String {
        unsafe cmark_node_get_literal(node.raw).map { unsafe String(cString: $0) } ?? ""
    }

    /// `Safe retries` is `safe-retries`.
    static func anchor(_ title: String) -> String {
        var anchor = ""
        for character in title.lowercased() {
            if character == " " || character == "-" {
                anchor.append("-")
            } else if character.isLetter || character.isNumber || character == "_" {
                anchor.append(character)
            }
        }
        return anchor
    }
}
