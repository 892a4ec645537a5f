internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The texts of `/`.
enum FrontPageText: String, TextKey {
    case homeTitle, homeLead, apps, open, tryAs, tryHint, asRole
    case developers, docs, docsText, start, startText, guides, guidesText, client, clientText, problems,
        problemsText
    case openapi, openapiText
    case operators, operations, operationsText, administration, administrationText, readiness, readinessText

    static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}

/// `/`: leads people to the apps, developers to the reference, and operators to what they need.
struct FrontPage {
    private let tenants: [TenantList.Tenant]
    private let logins: DemoLogins?
    private let site: Pages.Site
    private let head: RequestHead
    private let localizer: Localizer

    /// - Parameter tenants: empty except for visitors from the machine itself.
    init(_ tenants: [TenantList.Tenant], _ logins: DemoLogins?, _ site: Pages.Site, _ head: RequestHead) {
        self.tenants = tenants
        self.logins = logins
        self.site = site
        self.head = head
        localizer = Localizer(head)
    }

    var response: Response {
        let page = page
        return page.tagged(String(sha256(page.body.bytes).hex.prefix(32)))
    }

    private var page: Response {
        site.page(
            text(.homeTitle),
            """
            \(PageHead(text(.homeTitle), lead: "\(text(.homeLead))"))
            \(apps, if: !tenants.isEmpty)
            <section><h2>\(text(.developers))</h2><div class="grid">
            \(tile("/docs", .docs, .docsText))\(tile("/docs/guides/getting-started", .start, .startText))\
            \(tile("/docs/guides/accounts", .guides, .guidesText))\(tile("/docs/guides/client", .client, .clientText))\
            \(tile("/docs/problems", .problems, .problemsText))\(tile("/openapi.json", .openapi, .openapiText))
            </div></section>
            <section><h2>\(text(.operators))</h2><div class="grid">
            \(tile("/docs/guides/operations", .operations, .operationsText))\
            \(tile("/docs/guides/administration", .administration, .administrationText))\
            \(tile("/readyz", .readiness, .readinessText))
            </div></section>
            """,
            head
        )
    }

    private func text(_ key: FrontPageText, _ arguments: KeyValuePairs<String, TextArgument> = [:]) -> String
    {
        localizer.text(key, arguments)
    }

    private func tile(_ path: String, _ title: FrontPageText, _ words: FrontPageText) -> HTML {
        Card(
            nil,
            "<h3><a class=\"row-link\" href=\"\(path)\">\(text(title))</a></h3><p class=\"soft\">\(text(words))</p>"
        ).html
    }

    // MARK: Apps

    private var apps: HTML {
        let cards = tenants.reduce(HTML.none) { $0 + app($1) }
        let hint: HTML = logins == nil ? .none : "<p class=\"soft\">\(text(.tryHint))</p>"
        return "<section><h2>\(text(.apps))</h2>\(hint)<div class=\"grid\">\(cards)</div></section>"
    }

    private func app(_ tenant: TenantList.Tenant) -> HTML {
        let own = tenant.isDemo ? logins?.purposes[tenant.slug] : nil
        let purposes =
            own.map { [$0(localizer)] } ?? tenant.modules.compactMap { site.purpose(of: $0, localizer) }
        let open = Button(
            text(.open, ["name": .text(tenant.name)]),
            .primary,
            .link("/app/\(tenant.slug)/"),
            isWide: true
        )
        let about = purposes.reduce(HTML.none) { $0 + "<p>\($1)</p>" }
        return Card(tenant.name, "\(about)\(open)\(people(of: tenant))").html
    }

    /// A button for each demo account: the form of the sign-in page, filled in.
    private func people(of tenant: TenantList.Tenant) -> HTML {
        guard tenant.isDemo, let logins else { return .none }
        let name = AccountCalls.logIn.description.name
        let forms = logins.people.reduce(HTML.none) { forms, person in
            let label = person.name.prefix(1).uppercased() + person.name.dropFirst()
            let shown =
                person.role.map { text(.asRole, ["name": .text(label), "role": .text($0)]) } ?? label
            return forms + """
                <form method="post" action="/app/\(tenant.slug)/sign-in" class="inline-form">\
                <input type="hidden" name="_call" value="\(name)"><input type="hidden" name="username" value="\(person.name)">\
                <input type="hidden" name="password" value="\(logins.password)">\(Button(shown))</form>
                """
        }
        return "<p class=\"soft\">\(text(.tryAs))</p><div class=\"buttons\">\(forms)</div>"
    }
}
