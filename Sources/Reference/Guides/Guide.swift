internal import Pages
internal import Tenancy

/// A page of `docs/` that the server shows below `/docs/guides/`.
struct Guide: Sendable {
    /// The file's name, such as `getting-started`.
    let name: String
    let title: String
    /// Its readers and content, in one line.
    let summary: String
    let html: HTML
    let sections: [Markdown.Section]

    var path: String { "/docs/guides/\(name)" }

    /// The headlines below the title.
    var headlines: [Markdown.Section] { sections.filter { $0.level == 2 } }

    /// - Parameter link: what `GuideLinks` says.
    private init(_ guide: ReferencePart.Guide, link: (String) -> Markdown.Link) {
        let markdown = Markdown(String(decoding: guide.text(), as: UTF8.self), link: link)
        name = guide.name
        summary = guide.summary
        title = markdown.sections.first?.title ?? guide.name
        html = markdown.html
        sections = markdown.sections
    }

    /// In reading order.
    static func all(_ contents: Contents) -> [Guide] {
        let links = GuideLinks(contents.guides)
        return contents.guides.map { Guide($0, link: links.link) }
    }
}

/// Files of `docs/` as pages of the server. Files that it does not serve, such as decisions, are read in the
/// repository.
struct GuideLinks {
    private let names: Set<String>
    private let pictures: Set<String>

    init(_ guides: [ReferencePart.Guide]) {
        names = Set(guides.map(\.name))
        pictures = Set(guides.flatMap(\.pictures.keys))
    }

    func link(_ target: String) -> Markdown.Link {
        if target.hasPrefix("#") || target.hasPrefix("/") || target.contains("://") { return .to(target) }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? "#" + parts[1] : ""
        let file = String(parts[0])
        if file == "errors.md" { return .to("/docs/problems" + fragment) }
        if pictures.contains(file) { return .to("/docs/guides/" + file) }
        guard file.hasSuffix(".md"), names.contains(String(file.dropLast(3))) else { return .none }
        return .to("/docs/guides/\(file.dropLast(3))\(fragment)")
    }
}
