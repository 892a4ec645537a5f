internal import Pages
internal import Tenancy

/// A page of `docs/` that the server shows below `/docs/guides/`.
struct Guide: Sendable {
    let source: GuideFile
    let title: String
    let html: HTML
    let sections: [Markdown.Section]

    /// The file's name, such as `getting-started`.
    var name: String { source.name }
    /// Its readers and content, in one line.
    var summary: String { source.summary }
    var path: String { source.path }

    /// The headlines below the title.
    var headlines: [Markdown.Section] { sections.filter { $0.level == 2 } }

    private init(_ source: GuideFile, _ links: GuideLinks) {
        let markdown = Markdown(RepositoryFile.text(source.file)) {
            links.link($0, from: source.file)
        }
        self.source = source
        title = markdown.sections.first?.title ?? source.name
        html = markdown.html
        sections = markdown.sections
    }

    /// In reading order.
    static func all(_ contents: Contents) -> [Guide] {
        let links = GuideLinks(contents.guides)
        return contents.guides.map { Guide($0, links) }
    }
}

extension GuideFile {
    var path: String { "/docs/guides/\(name)" }
}

/// Files of the repository as pages of the server. Files that it does not serve, such as sources, are read in the
/// repository.
struct GuideLinks {
    /// By the files' paths from the root of the repository.
    private var pages = [
        "docs/errors.md": "/docs/problems", "docs/decisions": DecisionIndex.path,
        DecisionFile.indexFile: DecisionIndex.path,
    ]

    init(_ guides: [GuideFile]) {
        for guide in guides { pages[guide.file] = guide.path }
        for picture in RepositoryFile.pictures { pages[picture.path] = picture.guidePath }
        for decision in DecisionFile.all { pages[decision.file] = decision.path }
    }

    /// - Parameter file: the one with the link, from the root of the repository.
    func link(_ target: String, from file: String) -> Markdown.Link {
        if target.hasPrefix("#") || target.hasPrefix("/") || target.contains("://") { return .to(target) }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? "#" + parts[1] : ""
        guard let page = pages[Self.resolved(parts[0], from: file)] else { return .none }
        return .to(page + fragment)
    }

    /// `../errors.md` in `docs/decisions/README.md` is `docs/errors.md`.
    private static func resolved(_ target: Substring, from file: String) -> String {
        var folders = file.split(separator: "/").dropLast()
        for part in target.split(separator: "/") {
            if part == ".." { folders = folders.dropLast() } else if part != "." { folders.append(part) }
        }
        return folders.joined(separator: "/")
    }
}
