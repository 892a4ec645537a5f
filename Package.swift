// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A target of the library; `depends` lists targets above it in the house of `docs/architecture.md`.
func target(_ name: String, _ depends: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: depends, resources: resources, swiftSettings: strict)
}

/// The tests of the target with the same name.
func tests(of name: String, _ depends: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: ([name, "TestSupport"] + depends.filter { $0 != name }).map { .byName(name: $0) },
        swiftSettings: strict
    )
}

/// What tests share.
func testSupport(
    _ name: String,
    _ depends: [Target.Dependency],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name,
        dependencies: depends,
        path: "Tests/\(name)",
        resources: resources,
        swiftSettings: strict
    )
}

/// What tests of worlds need.
let world = [
    "TestWorlds", "TestDatabases", "Components", "Console", "Tenancy", "Database", "Reactor", "HTTPServer",
    "Pages", "Localization", "ParlayAPI",
]

/// A C library from Debian: a module map and a header of `static inline` functions for what does not import.
func systemLibrary(_ name: String, package: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/C/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([package])]
    )
}

/// On Apple's systems Foundation has WebSockets with TLS.
let openSSLOnLinux = Target.Dependency.target(name: "COpenSSL", condition: .when(platforms: [.linux]))
let wslayOnLinux = Target.Dependency.target(name: "CWslay", condition: .when(platforms: [.linux]))

/// What people read in a component's pages, a file a language.
let texts: [Resource] = [
    .embedInCode("Texts/en.json"), .embedInCode("Texts/es.json"), .embedInCode("Texts/de.json"),
]

/// What people read of a component's problems and of the rules of its fields.
let problemTexts: [Resource] = [
    .embedInCode("Texts/problems.en.json"), .embedInCode("Texts/problems.es.json"),
    .embedInCode("Texts/problems.de.json"),
]

/// What people read of the notices that a component posts.
let noticeTexts: [Resource] = [
    .embedInCode("Texts/notices.en.json"), .embedInCode("Texts/notices.es.json"),
    .embedInCode("Texts/notices.de.json"),
]

/// What moderators and admins read of a component in the console.
let consoleTexts: [Resource] = [
    .embedInCode("Texts/console.en.json"), .embedInCode("Texts/console.es.json"),
    .embedInCode("Texts/console.de.json"),
]

/// What admins read of a component's actions in the audit log.
let actionTexts: [Resource] = [
    .embedInCode("Texts/actions.en.json"), .embedInCode("Texts/actions.es.json"),
    .embedInCode("Texts/actions.de.json"),
]

/// The modules and what builds on one of them. Each is a target with tests of its own, and `App` has them all.
let features = [
    feature(
        "Meetups",
        resources: [.embedInCode("languages.json")] + texts + problemTexts + noticeTexts
    ),
    feature(
        "Wagers",
        ["QR"],
        resources: [
            .embedInCode("towns.csv"),
            .embedInCode("Texts/categories.en.json"), .embedInCode("Texts/categories.es.json"),
            .embedInCode("Texts/categories.de.json"),
        ] + texts + problemTexts + noticeTexts + consoleTexts + actionTexts
    ),
    feature(
        "Sportsbook",
        ["CSV", "Outbound", "Observability"],
        resources: texts + problemTexts + noticeTexts + consoleTexts + actionTexts
    ),
    feature(
        "OddsFeeds",
        ["Sportsbook", "Markup", "Outbound", "Observability"],
        resources: noticeTexts + consoleTexts + actionTexts
    ),
    feature(
        "Shelf",
        ["CSV", "Outbound", "Observability"],
        resources: texts + problemTexts + noticeTexts + consoleTexts
    ),
]

/// The target of a module.
func feature(_ name: String, _ depends: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    target(
        name,
        depends + [
            "Pages", "Localization", "Components", "Transfer", "Console", "Stream", "Tenancy",
            "Notifications",
            "Accounts", "Administration", "Database", "Reactor", "HTTPServer", "Jobs", "ParlayAPI",
            "Security",
        ],
        resources: resources
    )
}

/// The commit for `parlay --version`, which `scripts/build` sets. A define of one small C target, so that another commit
/// compiles that alone.
let commit = Context.environment["PARLAY_COMMIT"].flatMap { text in
    !text.isEmpty && text.allSatisfy(\.isHexDigit) ? text : nil
}

/// What attacks the server's framing, and what fuzzes every parser. Only built when they are asked for.
let attacks: [Target] =
    Context.environment["PARLAY_ATTACKS"] == nil
    ? []
    : [
        ("Recorder", "Benchmarks/framing", ["HTTPServer", "ParlayAPI", "Reactor"]),
        (
            "Fuzz", "Tests/Fuzz",
            ["HTTPServer", "ParlayAPI", "CSV", "Markup", "Security", "Shelf", "Sportsbook", "Wagers"]
        ),
    ].map { (name: String, folder: String, depends: [Target.Dependency]) in
        .executableTarget(name: name, dependencies: depends, path: "\(folder)/\(name)")
    }

let package = Package(
    name: "parlay",
    // Of ParlayClient and ParlayAPI. The server runs on Linux alone.
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .executable(name: "parlay", targets: ["parlay"]),
        .library(name: "ParlayAPI", targets: ["ParlayAPI"]),
        .library(name: "ParlayClient", targets: ["ParlayClient"]),
    ],
    targets: [
        systemLibrary("CLinux", package: "libc6-dev"),
        systemLibrary("CPostgreSQL", package: "libpq-dev"),
        systemLibrary("CArgon2", package: "libargon2-dev"),
        systemLibrary("COpenSSL", package: "libssl-dev"),
        systemLibrary("CCurl", package: "libcurl4-openssl-dev"),
        systemLibrary("CVips", package: "libvips-dev"),
        systemLibrary("CZlib", package: "zlib1g-dev"),
        systemLibrary("CMimalloc", package: "libmimalloc-dev"),
        systemLibrary("CXML", package: "libxml2-dev", pkgConfig: "libxml-2.0"),
        systemLibrary("CWslay", package: "libwslay-dev"),
        systemLibrary("CQREncode", package: "libqrencode-dev"),
        systemLibrary("CFIDO2", package: "libfido2-dev"),
        systemLibrary("COATH", package: "liboath-dev"),
        .target(
            name: "CCommit",
            path: "Sources/C/CCommit",
            cSettings: commit.map { [.define("PARLAY_COMMIT", to: "\"\($0)\"")] }
        ),
        .target(name: "CDocuments", path: "Sources/C/CDocuments"),
        systemLibrary("CCMarkGFM", package: "libcmark-gfm-extensions-dev"),
        .target(
            name: "CICU",
            path: "Sources/C/CICU",
            linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc"), .linkedLibrary("stdc++")]
        ),

        target("Reactor", ["CLinux", "CMimalloc"]),
        target("Observability", ["ParlayAPI", "Reactor", "CLinux"]),
        target("Database", ["Reactor", "CPostgreSQL"]),
        target(
            "HTTPServer",
            ["Reactor", "ParlayAPI", "CWslay", "CLinux", "CZlib"]
        ),
        target(
            "Security",
            ["ParlayAPI", "CArgon2", "COpenSSL", "CFIDO2", "COATH"],
            resources: [.embedInCode("common-passwords.txt")]
        ),
        .target(
            name: "Schema",
            dependencies: ["Database", "Reactor", "Security"],
            path: "db",
            exclude: ["schema.sql"],
            resources: [.embedInCode("migrations"), .embedInCode("functions")],
            swiftSettings: strict
        ),
        target("Jobs", ["Database", "Reactor", "Observability", "ParlayAPI"]),
        target("Outbound", ["Reactor", "ParlayAPI", "CCurl"]),
        target("Imaging", ["Reactor", "CVips", "CLinux"]),
        target("Markup", ["CXML"]),
        target("CSV", ["ParlayAPI"]),
        target("QR", ["CQREncode"]),
        target("ParlayAPI"),
        target("ParlayClient", ["ParlayAPI", openSSLOnLinux, wslayOnLinux]),
        target("Cluster", ["Reactor"]),
        target("Localization", ["CICU", "ParlayAPI"]),
        target(
            "Tenancy",
            [
                "Database", "Reactor", "HTTPServer", "Security", "Outbound", "Jobs", "Observability",
                "ParlayAPI",
            ]
        ),
        target(
            "Pages",
            ["Localization", "Tenancy", "Reactor", "HTTPServer", "Security", "Markup", "ParlayAPI"],
            resources: [
                .embedInCode("Static/app.css"), .embedInCode("Static/app.js"),
                .embedInCode("Static/asked.js"),
                .embedInCode("Static/clock.js"), .embedInCode("Static/connection.js"),
                .embedInCode("Static/feed.js"), .embedInCode("Static/forms.js"),
                .embedInCode("Static/passkeys.js"), .embedInCode("Static/push.js"),
                .embedInCode("Static/refresh.js"), .embedInCode("Static/regions.js"),
                .embedInCode("Static/stay.js"),
                .embedInCode("Static/stream.js"), .embedInCode("Static/worker.js"),
            ] + texts + problemTexts
        ),
        target(
            "Stream",
            ["Pages", "Tenancy", "Database", "Reactor", "HTTPServer", "Security", "Jobs", "ParlayAPI"]
        ),
        target(
            "Notifications",
            [
                "Pages", "Localization",
                "Markup", "Stream", "Tenancy", "Database", "Reactor", "HTTPServer", "Security", "Outbound",
                "Jobs", "Observability",
                "ParlayAPI",
            ],
            resources: texts + [
                .embedInCode("Texts/mail.en.json"), .embedInCode("Texts/mail.es.json"),
                .embedInCode("Texts/mail.de.json"),
            ]
        ),
        target(
            "Accounts",
            [
                "Pages", "Localization",
                "Stream", "Tenancy", "Notifications", "Database", "Reactor", "HTTPServer", "Security",
                "Outbound",
                "Imaging", "QR", "ParlayAPI",
            ],
            resources: texts + problemTexts + noticeTexts
        ),
        target(
            "Administration",
            [
                "Pages", "Localization",
                "Stream", "Tenancy", "Notifications", "Accounts", "Database", "HTTPServer", "Security",
                "Outbound",
                "Jobs", "ParlayAPI",
            ],
            resources: [
                .embedInCode("Texts/keys.en.json"),
                .embedInCode("Texts/keys.es.json"), .embedInCode("Texts/keys.de.json"),
            ] + texts + problemTexts + noticeTexts + actionTexts
        ),
        target(
            "Webhooks",
            [
                "Pages", "Localization", "Tenancy", "Database", "Reactor", "HTTPServer", "Security",
                "Outbound",
                "Jobs",
                "Observability",
                "ParlayAPI",
            ],
            resources: problemTexts + consoleTexts + actionTexts
        ),
        target("Transfer", ["Tenancy", "Database", "Security", "ParlayAPI", "CZlib"]),
        target(
            "Console",
            [
                "Tenancy", "Administration", "Cluster", "Database", "Reactor", "HTTPServer", "Outbound",
                "ParlayAPI", "CLinux",
            ]
        ),
        target(
            "Components",
            [
                "Pages", "Localization",
                "Console", "Transfer",
                "Stream", "Tenancy", "Notifications", "Accounts", "Administration", "Webhooks", "Database",
                "Reactor",
                "HTTPServer", "Jobs", "Observability", "Outbound", "ParlayAPI",
            ]
        ),
        target(
            "Demos",
            ["Components", "Console", "Tenancy", "Database", "Jobs", "Localization", "ParlayAPI"]
                + features.map { .byName(name: $0.name) },
            resources: [.embedInCode("towns.csv")] + texts
        ),
        target(
            "Reference",
            [
                "Pages", "Localization", "Markup", "Reactor", "HTTPServer", "ParlayAPI", "Security",
                "Tenancy", "CCMarkGFM", "CDocuments",
            ],
            resources: [
                .embedInCode("Pages/page.css"),
                .embedInCode("Pages/favicon.ico"),
            ]
                + [
                    "dom", "json", "page", "palette", "samples", "search", "sentences", "session", "stream",
                    "try",
                ].map { .embedInCode("Scripts/\($0).js") } + texts
        ),
        target(
            "OperatorConsole",
            [
                "Pages", "Localization", "Components", "Console", "Administration", "Accounts", "Tenancy",
                "Transfer", "Jobs", "Outbound",
                "Database", "Reactor", "HTTPServer", "Security", "Observability", "ParlayAPI",
            ],
            resources: texts
        ),
        target(
            "App",
            [
                "Pages", "Localization", "OperatorConsole",
                "Database", "Reactor", "HTTPServer", "Security", "Observability", "Jobs", "ParlayAPI",
                "Stream", "Tenancy", "Notifications", "Accounts", "Administration", "Webhooks", "Transfer",
                "Components",
                "Cluster", "Console", "Outbound", "Schema", "CLinux", "CCommit", "Demos", "Reference",
                "Imaging",
            ] + features.map { .byName(name: $0.name) }
        ),
        .executableTarget(name: "parlay", dependencies: ["App"], swiftSettings: strict),

        testSupport(
            "TestSupport",
            ["Cluster", "Reactor", "HTTPServer", "Observability", "ParlayAPI"],
            resources: [
                .embedInCode("smtp_server.py"), .embedInCode("igdb_server.py"),
                .embedInCode("issuer_server.py"), .embedInCode("tls_front.py"),
            ]
        ),
        testSupport("TestSeeds", []),
        testSupport("TestDatabases", ["TestSupport", "Cluster", "Database", "Reactor", "Schema"]),
        testSupport(
            "TestWorlds",
            [
                "TestSupport", "TestDatabases", "App", "Components", "Console", "Tenancy", "Notifications",
                "Accounts",
                "Administration", "Webhooks", "Database", "Reactor", "HTTPServer", "ParlayAPI", "Security",
                "Imaging", "Jobs", "Outbound", "COpenSSL",
            ]
        ),

        tests(of: "Reactor"),
        tests(of: "HTTPServer", ["CZlib", "Cluster"]),
        tests(of: "Security"),
        tests(of: "Observability", ["Reactor"]),
        tests(of: "ParlayAPI"),
        tests(of: "Outbound", ["Reactor"]),
        tests(of: "Imaging", ["Reactor"]),
        tests(of: "Markup"),
        .testTarget(name: "CSVTests", dependencies: ["CSV"], swiftSettings: strict),
        tests(of: "Localization"),
        tests(of: "Cluster", ["TestDatabases"]),
        .testTarget(
            name: "ParlayClientTests",
            dependencies: ["ParlayClient", "ParlayAPI", "TestSeeds", openSSLOnLinux],
            swiftSettings: strict
        ),
        .testTarget(name: "DocumentationTests", swiftSettings: strict),

        tests(of: "Database", ["TestDatabases", "CPostgreSQL"]),
        tests(of: "Schema", ["TestDatabases"]),
        tests(of: "Jobs", ["TestDatabases", "TestSeeds"]),
        tests(of: "OperatorConsole", ["HTTPServer", "Localization", "Pages", "ParlayAPI", "Security"]),

        tests(of: "Tenancy", world + ["Accounts"]),
        tests(of: "Stream", world + ["Accounts", "ParlayClient", "TestSeeds"]),
        tests(of: "Notifications", world + ["Accounts"]),
        tests(of: "Accounts", world + ["Imaging", "Outbound", "Security"]),
        tests(of: "Administration", world + ["Accounts"]),
        tests(of: "Webhooks", world + ["Accounts"]),
        tests(of: "Components", world),
        tests(of: "App", world + ["Reference", "Transfer"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: (world + [
                "TestSupport", "Administration", "App", "CLinux", "ParlayClient", "Security", "Wagers",
            ])
            .map { .byName(name: $0) },
            swiftSettings: strict
        ),
    ] + features + features.map { tests(of: $0.name, world + ["Accounts", "Demos"]) }
        + attacks,
    swiftLanguageModes: [.v6]
)
