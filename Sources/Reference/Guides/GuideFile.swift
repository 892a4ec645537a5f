internal import Tenancy

/// A file of the repository that the server shows below `/docs/guides/`.
struct GuideFile: Sendable {
    /// Where the contents list it.
    enum Group: String, CaseIterable {
        case guides = "Guides"
        case operation = "For operators"
        case inside = "How Parlay is made"
    }

    let group: Group
    /// The last part of its address, such as `getting-started`.
    let name: String
    /// From the root of the repository.
    let file: String
    /// Its readers and content, in one line.
    let summary: String
    /// Whether the search finds its text, and not only its title.
    let isSearched: Bool

    init(_ group: Group, _ name: String, _ summary: String, file: String? = nil, isSearched: Bool = true) {
        self.group = group
        self.name = name
        self.file = file ?? "docs/\(name).md"
        self.summary = summary
        self.isSearched = isSearched
    }

    init(_ guide: ReferencePart.Guide) {
        group = guide.place == .operators ? .operation : .guides
        name = guide.name
        file = "docs/\(guide.name).md"
        summary = guide.summary
        isSearched = true
    }
}

extension GuideFile {
    /// What belongs to no component and is not about one of its calls.
    static let own = [
        GuideFile(
            .operation,
            "deployment",
            "Packages, systemd, containers, Kubernetes, and what goes in front."
        ),
        GuideFile(.operation, "backup", "Back up the database, and restore it to any minute."),
        GuideFile(.operation, "upgrading", "To a newer version, without a refused request."),
        GuideFile(.operation, "scaling", "From one machine to many: fronts, workers, failover and cells."),
        GuideFile(.operation, "tenants", "Move a whole tenant to another installation, or delete it."),
        GuideFile(.operation, "runbook", "What to do about each alert.", file: "deploy/runbook.md"),
        GuideFile(
            .operation,
            "security",
            "What is protected and how, each promise with its test, and what is out of scope.",
            isSearched: false
        ),
        GuideFile(
            .inside,
            "architecture",
            "The targets, a request's way through them, and where the rules are.",
            isSearched: false
        ),
        GuideFile(
            .inside,
            "assurance",
            "How machines attack the promises, and with what result.",
            isSearched: false
        ),
        GuideFile(
            .inside,
            "first-change",
            "A first change to the code, from the checkout to the commit.",
            isSearched: false
        ),
        GuideFile(
            .inside,
            "texts",
            "The texts of the pages: where they are, and how to add a language.",
            isSearched: false
        ),
        GuideFile(
            .inside,
            "contributing",
            "How to build, test and change Parlay.",
            file: "CONTRIBUTING.md",
            isSearched: false
        ),
        GuideFile(
            .inside,
            "changelog",
            "What changed in each version.",
            file: "CHANGELOG.md",
            isSearched: false
        ),
    ]
}
