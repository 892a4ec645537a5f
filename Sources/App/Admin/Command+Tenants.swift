internal import Administration
internal import Components
internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let tenantCreate = Command(
        "admin tenant create",
        arguments: ["SLUG"],
        options: [
            .value("--name", "NAME", "the display name; by default the slug"),
            .value(
                "--modules",
                "A,B",
                "the modules, of \(Features.components.modules.map(\.rawValue).joined(separator: ", "))"
            ),
            .json,
        ],
        "create a tenant",
        details:
            "SLUG is the tenant's name in paths, `/v1/SLUG/`: lower-case letters, digits and hyphens, starting with a letter.",
        example: "parlay admin tenant create demo --name Demo --modules "
            + Features.components.modules.prefix(2).map(\.rawValue).joined(separator: ","),
        isOfTenant: false
    ) { call in
        let slug = try call.argument("SLUG")
        let modules = try call.modules(call.value("--modules") ?? "")
        let name = call.value("--name") ?? slug
        let tenant = try call.tenants().create(slug, name: name, modules: modules)
        call.report("created \(tenant.slug)", JSONText.tenant(tenant))
        return .success
    }

    static let tenantList = Command(
        "admin tenant list",
        options: [.json],
        "list all tenants",
        example: "parlay admin tenant list"
    ) { call in
        call.show(
            try call.allTenants(),
            empty: "No tenants yet. Create one with `parlay admin tenant create`.",
            headings: ["SLUG", "NAME", "STATUS", "MODULES"],
            json: JSONText.tenant,
            cells: { tenant in [tenant.slug, tenant.name, tenant.statusText, tenant.moduleNames] }
        )
        return .success
    }

    static let tenantShow = Command(
        "admin tenant show",
        arguments: ["SLUG"],
        options: [.json],
        "show a tenant and its settings",
        example: "parlay admin tenant show demo"
    ) { call in
        let tenant = try call.tenants().tenant(try call.argument("SLUG"))
        let settings = JSONText.settings(tenant.settings).members
        call.show(
            JSONText.tenant(tenant),
            [
                ("slug", tenant.slug), ("name", tenant.name), ("status", tenant.statusText),
                ("modules", tenant.moduleNames), ("hosts", tenant.hosts.joined(separator: ", ")),
                ("created", tenant.createdAt.description),
            ] + settings.map { ($0.key, JSONText.text($0.value)) }
        )
        return .success
    }

    static let tenantSet = Command(
        "admin tenant set",
        arguments: ["SLUG", "SETTING=VALUE…"],
        options: [.json],
        "change a tenant's name, hosts, modules or settings",
        details:
            "`parlay admin tenant show` lists the settings. name=…, modules=a,b and hosts=play.example.org work too: at / of such a host is"
            + " the tenant's app; hosts= takes it away. A value is JSON or plain"
            + " text. Running fronts apply the change within a second. For sign-in with Google and Apple, oidc_issuers also"
            + " takes the client ids of your apps: oidc_issuers=\(IssuerPreset.syntax)",
        example: "parlay admin tenant set demo registration=closed token_days=30"
    ) { call in
        let slug = try call.argument("SLUG")
        var name: String?
        var modules: Set<Module>?
        var hosts: [String]?
        var changes = JSONObject()
        for pair in call.arguments("SETTING=VALUE") {
            guard let equals = pair.firstIndex(of: "=") else {
                throw UsageError("\(pair) is not of the form SETTING=VALUE")
            }
            let key = String(pair[..<equals])
            let text = String(pair[pair.index(after: equals)...])
            switch key {
            case "name": name = text
            case "hosts": hosts = text.split(separator: ",").map(String.init)
            case "modules": modules = try call.modules(text)
            default:
                try call.requireTenantSetting(key)
                let value =
                    try (try? JSONParser.parse(Array(text.utf8))) ?? Invocation.plainValue(text, of: key)
                guard changes.add(key, value) else { throw UsageError("\(key) is given twice") }
            }
        }
        let tenants = try call.tenants()
        var tenant = try tenants.tenant(slug)
        if let name { tenant = try tenants.rename(slug, name) }
        if let modules { tenant = try tenants.setModules(modules, of: slug) }
        if let hosts { tenant = try tenants.setHosts(hosts, of: slug) }
        if !changes.members.isEmpty { tenant = try tenants.set(changes, of: slug) }
        call.report("changed \(slug)", JSONText.tenant(tenant))
        return .success
    }

    static let tenantSuspend = Command(
        "admin tenant suspend",
        arguments: ["SLUG"],
        options: [.yes, .json],
        "suspend a tenant (its API answers 404)",
        details: "Running fronts apply this within a second. Nothing is deleted.",
        example: "parlay admin tenant suspend demo"
    ) { call in
        let slug = try call.argument("SLUG")
        let tenants = try call.tenants()
        _ = try tenants.tenant(slug)
        try call.confirm("Suspend \(slug)? Its API answers 404 until you resume it.")
        call.report("suspended \(slug)", JSONText.tenant(try tenants.setActive(false, slug)))
        return .success
    }

    static let tenantResume = Command(
        "admin tenant resume",
        arguments: ["SLUG"],
        options: [.json],
        "reactivate a suspended tenant",
        example: "parlay admin tenant resume demo"
    ) { call in
        let slug = try call.argument("SLUG")
        call.report("resumed \(slug)", JSONText.tenant(try call.tenants().setActive(true, slug)))
        return .success
    }
}

extension Invocation {
    /// A setting's value that is not JSON.
    fileprivate static func plainValue(_ text: String, of key: String) throws -> JSONValue {
        switch key {
        case TenantSettings.oidcIssuers.name: try IssuerPreset.value(text)
        case TenantSettings.hiddenSections.name:
            .array(text.split(separator: ",").map { .string(String($0)) })
        default: .string(text)
        }
    }

    /// By slug, each as the cell has it where it lives.
    fileprivate func allTenants() throws -> [Tenant] {
        var tenants: [String: Tenant] = [:]
        for settings in try settingsOfCells() {
            for tenant in try TenantAdmin(try owner(settings)).residents() { tenants[tenant.slug] = tenant }
        }
        return tenants.values.sorted { $0.slug < $1.slug }
    }

    func tenants() throws -> TenantAdmin {
        let installation = installation
        return TenantAdmin(
            try owner(),
            components: installation.components,
            addresses: installation.limits.addresses
        )
    }

    func modules(_ text: String) throws -> Set<Module> {
        var modules: Set<Module> = []
        let present = installation.components.modules
        for name in text.split(separator: ",") {
            guard let module = Module(rawValue: String(name)), present.contains(module) else {
                let known = present.map(\.rawValue).joined(separator: ", ")
                let guess = Suggestion.closest(to: String(name), in: present.map(\.rawValue))
                let meant = guess.map { " Did you mean \($0)?" } ?? ""
                throw UsageError("there is no module \"\(name)\".\(meant) The modules are \(known)")
            }
            modules.insert(module)
        }
        return modules
    }

    /// Guesses which setting was meant by an unknown name.
    fileprivate func requireTenantSetting(_ key: String) throws {
        let known = JSONText.settings(.defaults).members.map(\.key)
        guard !known.contains(key) else { return }
        let guess = Suggestion.closest(to: key, in: known + ["name", "modules"])
        let meant = guess.map { " Did you mean \($0)?" } ?? ""
        throw CommandFailure(
            "there is no tenant setting \(key).\(meant) `parlay admin tenant show` lists the settings."
        )
    }
}

extension Tenant {
    fileprivate var statusText: String { isActive ? "active" : "suspended" }
    fileprivate var moduleNames: String { modules.map(\.rawValue).sorted().joined(separator: ",") }
}

extension JSONText {
    static func settings(_ settings: TenantSettings) -> JSONObject {
        TenantSettingsForm(Features.components).json(settings)
    }

    static func tenant(_ tenant: Tenant) -> JSONValue {
        object([
            ("id", .integer(tenant.id.rawValue)), ("slug", .string(tenant.slug)),
            ("name", .string(tenant.name)),
            ("status", .string(tenant.statusText)),
            ("modules", .array(tenant.modules.map(\.rawValue).sorted().map { .string($0) })),
            ("hosts", .array(tenant.hosts.map { .string($0) })),
            ("settings", .object(settings(tenant.settings))),
            ("created_at", .string(tenant.createdAt.description)),
        ])
    }
}
