package import HTTPServer
package import Localization
package import ParlayAPI
package import Tenancy

/// All pages of a front: what every visit needs besides its request.
package final class Site: Sendable {
    let app: AppPart
    /// What people read of problems and of the rules of fields.
    let problems: TextLookup
    package let files: PageFiles
    /// The section with which a screen is hidden, by the screen's pattern.
    private let hiding: [String: String]
    private let showsParts: Bool
    private let proxies: TrustedProxies

    /// - Parameter showsParts: whether `/app/_parts` shows every part in every state, for people who build screens.
    package init(
        _ app: AppPart,
        files: PageFiles = PageFiles(),
        showsParts: Bool = false,
        proxies: TrustedProxies
    ) {
        var app = app
        app.menu.sort { $0.place < $1.place }
        app.sections.sort { $0.place < $1.place }
        app.home.sort { $0.place < $1.place }
        app.people.sort { $0.place < $1.place }
        app.overview.sort { $0.place < $1.place }
        app.consolePeople.sort { $0.place < $1.place }
        self.app = app
        hiding = Dictionary(
            app.sections.flatMap { section in ([section.path] + section.others).map { ($0, section.path) } }
        ) { first, _ in first }
        problems = app.problems + TextLookup(ProblemText.self)
        self.files = files
        self.showsParts = showsParts
        self.proxies = proxies
    }

    /// Whether the tenant shows a page: not if it hides the section that the page goes with.
    ///
    /// - Parameter pattern: of the screen, below the app's address.
    func shows(_ pattern: String, in tenant: Tenant) -> Bool {
        let hidden = tenant.settings.hiddenSections
        guard !hidden.isEmpty, let section = hiding[pattern] else { return true }
        return !hidden.contains(section)
    }

    /// What people read of notices.
    package var notices: TextLookup { app.notices }

    package func isSecure(_ head: RequestHead) -> Bool { proxies.isSecure(head) }

    /// Whether a browser may be signed in: over https, or on the machine itself.
    func admitsSignIn(_ head: RequestHead) -> Bool {
        if isSecure(head) { return true }
        let host = (head.headers["Host"] ?? "").lowercased()
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        return name == "localhost" || name == "::1"
            || name.hasPrefix("127.") && name.split(separator: ".").count == 4
    }

    /// Where the tenant's app is.
    func base(of tenant: Tenant, _ head: RequestHead) -> String {
        if !tenant.hosts.isEmpty, let host = head.headers.only("Host"),
            tenant.hosts.contains(Tenant.hostName(host))
        {
            return "/"
        }
        return "/app/\(tenant.slug)/"
    }

    /// The style and the scripts, and for people who build screens the page of parts.
    package var routes: [PlatformRoute] {
        let file = PlatformRoute(.get, "static/{version}/{name}", "File of the pages") { [files] request in
            let parameters = request.parameters
            return files.response(parameters["version"] ?? "", parameters["name"] ?? "")
                ?? .problem(TenancyError.notFound("Not found.").problem, requestID: request.head.id)
        }
        guard showsParts else { return [file] }
        let parts = PlatformRoute(.get, "app/_parts", "Page of parts") { [self] request in
            Layout.plain(
                "Parts",
                PartsPage(samples: app.samples).html,
                brand: "Parlay",
                home: "/",
                isWide: true,
                request.head,
                self
            )
        }
        return [file, parts]
    }

    /// A page that belongs to no app.
    package func page(_ title: String, _ main: HTML, _ head: RequestHead) -> Response {
        Layout.plain(title, main, brand: "Parlay", home: "/", isWide: true, head, self)
    }

    /// What an app with the module is for.
    package func purpose(of module: Module, _ localizer: Localizer) -> String? {
        app.purposes.first { $0.module == module }?.text(localizer)
    }

    /// What a module is called in the consoles.
    package func name(of module: Module, _ localizer: Localizer) -> String? {
        app.purposes.first { $0.module == module }?.name(localizer)
    }

    /// Whose setting of tenants it is; `nil` for those that every tenant has.
    package func module(ofSetting name: String) -> Module? {
        app.settings.first { $0.name == name }?.module
    }

    // MARK: Surface

    /// The pages below `/app/{tenant}/`.
    package func surface(routes: [TenantRoute]) -> Surface {
        Surface(
            prefix: ["app"],
            routes: app.screens.flatMap { $0.routes(self) } + app.downloads.map(\.route) + appFiles + routes,
            credentials: .cookie,
            refusal: { [self] problem, head, tenant, call in refusal(problem, head, tenant, call) }
        )
    }

    /// A guest is led to the sign-in, who must have a second factor to setting it up; everybody else reads what went wrong.
    private func refusal(_ problem: Problem, _ head: RequestHead, _ tenant: Tenant?, _ call: Call?)
        -> Response
    {
        if problem.code == "second_factor_needed", let tenant {
            return Response(status: 303).with("Location", "\(base(of: tenant, head))me/second-factor")
                .with("Cache-Control", "no-store")
        }
        guard problem.status == 401, let tenant else {
            return ErrorPage(problem, head, tenant, self, call).response
        }
        let target = head.path + (head.query.map { "?\($0)" } ?? "")
        let isRead = head.method == .get || head.method == .head
        let query = [
            isRead ? "next=\(RequestTarget.encode(target))" : nil,
            BrowserCookie.isPresent(in: head, of: tenant) ? "done=ended" : nil,
        ]
        let page = query.compactMap(\.self).joined(separator: "&")
        // A cookie that no longer works must not send the browser here again.
        return Response(status: 303).with(
            "Location",
            "\(base(of: tenant, head))sign-in\(page.isEmpty ? "" : "?\(page)")"
        )
        .with("Set-Cookie", BrowserCookie.field(nil, of: tenant, isSecure: isSecure(head)))
        .with("Cache-Control", "no-store")
    }
}

extension Download {
    var route: TenantRoute {
        let name = name
        return TenantRoute(.get, pattern, "Download", module: module, access: access) { call in
            var inner = InnerCall(name, call.request.parameters.all)
            inner.query = call.request.head.query
            return try await call.perform(inner)
        }
        .checkingQueryItself()
    }
}
