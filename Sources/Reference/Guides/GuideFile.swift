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
    let text: @Sendable () -> [UInt8]
    /// Files in SVG and WebP that it shows, by their paths from `docs/`.
    let pictures: [String: [UInt8]]

    init(
        _ group: Group,
        _ name: String,
        _ summary: String,
        file: String? = nil,
        isSearched: Bool = true,
        text: @escaping @autoclosure @Sendable () -> [UInt8],
        pictures: [String: [UInt8]] = [:]
    ) {
        self.group = group
        self.name = name
        self.file = file ?? "docs/\(name).md"
        self.summary = summary
        self.isSearched = isSearched
        self.text = text
        self.pictures = pictures
    }

    init(_ guide: ReferencePart.Guide) {
        group = guide.place == .operators ? .operation : .guides
        name = guide.name
        file = "docs/\(guide.name).md"
        summary = guide.summary
        isSearched = true
        text = guide.text
        pictures = guide.pictures
    }
}

extension GuideFile {
    /// What belongs to no component and is not about one of its calls.
    static let own = [
        GuideFile(
            .operation,
            "deployment",
            "Packages, systemd, containers, Kubernetes, and what goes in front.",
            text: PackageResources.deployment_md
        ),
        GuideFile(
            .operation,
            "backup",
            "Back up the database, and restore it to any minute.",
            text: PackageResources.backup_md
        ),
        GuideFile(
            .operation,
            "upgrading",
            "To a newer version, without a refused request.",
            text: PackageResources.upgrading_md
        ),
        GuideFile(
            .operation,
            "scaling",
            "From one machine to many: fronts, workers, failover and cells.",
            text: PackageResources.scaling_md
        ),
        GuideFile(
            .operation,
            "tenants",
            "Move a whole tenant to another installation, or delete it.",
            text: PackageResources.tenants_md
        ),
        GuideFile(
            .operation,
            "runbook",
            "What to do about each alert.",
            file: "deploy/runbook.md",
            text: PackageResources.runbook_md
        ),
        GuideFile(
            .operation,
            "security",
            "What is protected and how, each promise with its test, and what is out of scope.",
            isSearched: false,
            text: PackageResources.security_md
        ),
        GuideFile(
            .inside,
            "architecture",
            "The targets, a request's way through them, and where the rules are.",
            isSearched: false,
            text: PackageResources.architecture_md,
            pictures: [
                "architecture.svg": PackageResources.architecture_svg,
                "write.svg": PackageResources.write_svg,
            ]
        ),
        GuideFile(
            .inside,
            "assurance",
            "How machines attack the promises, and with what result.",
            isSearched: false,
            text: PackageResources.assurance_md
        ),
        GuideFile(
            .inside,
            "first-change",
            "A first change to the code, from the checkout to the commit.",
            isSearched: false,
            text: PackageResources.first_change_md
        ),
        GuideFile(
            .inside,
            "texts",
            "The texts of the pages: where they are, and how to add a language.",
            isSearched: false,
            text: PackageResources.texts_md
        ),
        GuideFile(
            .inside,
            "contributing",
            "How to build, test and change Parlay.",
            file: "CONTRIBUTING.md",
            isSearched: false,
            text: PackageResources.contributing_md
        ),
        GuideFile(
            .inside,
            "changelog",
            "What changed in each version.",
            file: "CHANGELOG.md",
            isSearched: false,
            text: PackageResources.changelog_md
        ),
    ]
}
