internal import HTTPServer
package import Pages
internal import ParlayAPI
package import Reactor
package import Tenancy

/// `/`, `/favicon.ico`, `/openapi.json`, `/asyncapi.json`, `/client.js` and everything below `/docs`, derived from the served routes.
package struct ReferenceRoutes: Sendable {
    package let routes: [PlatformRoute]
    private let surfaces: [Surface]
    private let platform: [PlatformRoute]
    private let parts: [ReferencePart]
    private let version: String

    /// - Parameters:
    ///   - surfaces: all of them; only `/v1` is described, for the others speak as other servers did.
    ///   - platform: the other routes outside of tenants.
    ///   - parts: what the components add.
    ///   - site: what all pages share, for `/`.
    ///   - tenants: what visitors from the machine itself may see; `nil` shows it to no one.
    ///   - pool: where the documents are made. One thread is enough.
    package init(
        _ surfaces: [Surface],
        platform: [PlatformRoute],
        parts: [ReferencePart],
        site: Pages.Site,
        tenants: TenantList? = nil,
        version: String,
        pool: BlockingPool
    ) {
        let surfaces = surfaces.filter { $0.prefix == ["v1"] }
        let files = StaticFiles(pool) {
            Self.files(Self.handbook(surfaces, platform, parts, version: version), version: version)
        }
        self.surfaces = surfaces
        self.platform = platform
        self.parts = parts
        let contents = Contents(parts)
        self.version = version
        let described = Self.described(files)
        let paths = Set(described.map(\.pattern))
        let others = (Site.paths(contents) + Self.assets.keys.map { "/" + $0 }).map {
            String($0.dropFirst())
        }
        .filter { !paths.contains($0) }
        routes =
            described
            + others.map { path in
                PlatformRoute(.get, path, "Get a file of the reference") {
                    await files.response("/" + path, $0)
                }
            }
            + Self.missing.map { pattern in
                PlatformRoute(.get, pattern, "Say that there is no such page") {
                    MissingPage.response($0, version: version)
                }
            } + [
                PlatformRoute(.get, "", "Show the home page") {
                    FrontPage(Self.visible($0, tenants), tenants?.logins, site, $0.head).response
                },
                PlatformRoute(.get, "docs/tenants.json", "List tenants to try calls with") {
                    Self.list($0, tenants)
                },
            ]
    }

    /// The content of the documents.
    package var handbook: Handbook { Self.handbook(surfaces, platform, parts, version: version) }

    private static func handbook(
        _ surfaces: [Surface],
        _ platform: [PlatformRoute],
        _ parts: [ReferencePart],
        version: String
    )
        -> Handbook
    {
        // The reference describes its own routes too.
        Handbook(
            surfaces.flatMap(\.routes),
            platform: platform + described(nil),
            parts: parts,
            version: version
        )
    }

    // MARK: Routes

    /// The routes that the reference describes.
    private static func described(_ files: StaticFiles?) -> [PlatformRoute] {
        [
            route("openapi.json", "Get this reference as OpenAPI 3.1", files)
                .named("getOpenAPI")
                .explained("For tools that generate clients and tests.")
                .answering(200, .json(["type": "object"]), "The document."),
            route("asyncapi.json", "Get the streams as AsyncAPI 3", files)
                .named("getAsyncAPI")
                .explained(
                    "What the WebSockets of this server send and take, for tools that generate clients."
                )
                .answering(200, .json(["type": "object"]), "The document."),
            route("docs", "Read this reference", files)
                .named("getReference")
                .explained("The overview page; the others are below `/docs/`.")
                .answering(200, .media(["text/html"]), "The page."),
            route("docs/problems", "Read about every problem code", files)
                .named("getProblems")
                .explained("The `type` of a problem links here: `/docs/problems#match_state`.")
                .answering(200, .media(["text/html"]), "The page."),
        ]
    }

    private static func route(_ path: String, _ summary: String, _ files: StaticFiles?) -> PlatformRoute {
        PlatformRoute(.get, path, summary) { request in
            guard let files else { return .noContent }
            return await files.response("/" + path, request)
        }
    }

    /// Whatever else is below `/docs`: a literal has precedence.
    private static let missing = ["docs/{page}", "docs/{page}/{part}", "docs/{page}/{part}/{file}"]

    /// The other files of the pages.
    private static var assets: [String: (type: String, bytes: [UInt8])] {
        let pictures = RepositoryFile.pictures.map { file in
            let type = file.path.hasSuffix(".webp") ? "image/webp" : "image/svg+xml"
            return (String(file.guidePath.dropFirst()), (type: type, bytes: file.bytes))
        }
        let scripts = Self.scripts.map { name, bytes in
            ("docs/\(name).js", (type: "text/javascript; charset=utf-8", bytes: bytes))
        }
        return own.merging(pictures + scripts) { $1 }
    }

    private static let own: [String: (type: String, bytes: [UInt8])] = [
        "favicon.ico": ("image/x-icon", PackageResources.favicon_ico),
        "docs/page.css": ("text/css; charset=utf-8", PackageResources.page_css),
        "docs/search.json": ("application/json", []),
        "client.js": (
            "text/javascript; charset=utf-8", RepositoryFile.bytes("clients/javascript/served/client.js")
        ),
        "client.d.ts": (
            "text/plain; charset=utf-8", RepositoryFile.bytes("clients/javascript/served/client.d.ts")
        ),
    ]
    /// The modules of the pages' script by their names; `page` is the entry.
    private static let scripts: [(name: String, bytes: [UInt8])] = [
        ("dom", PackageResources.dom_js), ("json", PackageResources.json_js),
        ("page", PackageResources.page_js), ("palette", PackageResources.palette_js),
        ("samples", PackageResources.samples_js), ("search", PackageResources.search_js),
        ("sentences", PackageResources.sentences_js), ("session", PackageResources.session_js),
        ("stream", PackageResources.stream_js),
        ("try", PackageResources.try_js),
    ]
    /// What pages of other origins load.
    private static let shared: Set = ["client.js", "client.d.ts"]

    private static func files(_ handbook: Handbook, version: String) -> [String: StaticFile] {
        var files: [String: StaticFile] = [:]
        for (path, asset) in assets {
            files["/" + path] = StaticFile(asset.type, asset.bytes, isShared: shared.contains(path))
        }
        let site = Site(handbook)
        for page in site.pages { files[page.path] = StaticFile(page, version: version) }
        files["/docs/search.json"] = StaticFile(
            "application/json",
            SearchIndex(site: site).document.jsonBytes()
        )
        files["/openapi.json"] = StaticFile("application/json", OpenAPI(handbook).document.jsonBytes())
        files["/asyncapi.json"] = StaticFile(
            "application/json",
            AsyncAPI(handbook).document.jsonBytes()
        )
        return files
    }

    // MARK: Tenants

    private static func list(_ request: Request, _ tenants: TenantList?) -> Response {
        let rows = visible(request, tenants).map { tenant -> JSONValue in
            var row: JSONObject = [
                "slug": .string(tenant.slug), "name": .string(tenant.name),
                "modules": .array(tenant.modules.map { .string($0.rawValue) }), "demo": .bool(tenant.isDemo),
            ]
            if tenant.isDemo, let logins = tenants?.logins {
                let names = logins.people.map { name, role in name + (role.map { " (\($0))" } ?? "") }
                row.add("logins", .array(names.map { .string($0) }))
                row.add("password", .string(logins.password))
            }
            return .object(row)
        }
        let document: JSONObject = ["items": .array(rows)]
        return shown(request, tenants, StaticFile("application/json", document.jsonBytes()))
    }

    private static func visible(_ request: Request, _ tenants: TenantList?) -> [TenantList.Tenant] {
        tenants?.visible(to: request.head) ?? []
    }

    /// Answers that depend on the visitor are not for shared caches.
    private static func shown(_ request: Request, _ tenants: TenantList?, _ file: StaticFile) -> Response {
        tenants == nil ? file.response : file.response.with("Cache-Control", "private, no-cache")
    }
}
