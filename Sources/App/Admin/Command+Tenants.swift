internal import Database
internal import Meetups
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let tenantCreate = Command(
        "admin tenant create",
        arguments: ["SLUG"],
        options: [
            .value("--name", "NAME", "what people read"),
            .value("--modules", "A,B", "of \(Module.allCases.map(\.rawValue).joined(separator: ", "))"),
            .json,
        ],
        "make a tenant"
    ) { call in
        let slug = try call.argument("SLUG")
        let modules = try call.modules(call.value("--modules") ?? "")
        let name = call.value("--name") ?? slug
        let tenant = try call.tenants().create(slug, name: name, modules: modules)
        call.show(tenant, "created \(tenant.slug)")
        return .success
    }

    static let tenantList = Command("admin tenant list", options: [.json], "list the tenants") { call in
        let tenants = try call.tenants().list()
        if call.isJSON {
            call.terminal.print(JSONText.array(tenants.map(JSONText.tenant)))
            return .success
        }
        var table = TextTable(["SLUG", "NAME", "STATUS", "MODULES"])
        for tenant in tenants {
            let modules = tenant.modules.map(\.rawValue).sorted().joined(separator: ",")
            table.add([tenant.slug, tenant.name, tenant.isActive ? "active" : "suspended", modules])
        }
        call.terminal.print(
            table.isEmpty ? "There are no tenants; `parlay admin tenant create` makes one." : table.text
        )
        return .success
    }

    static let tenantShow = Command(
        "admin tenant show",
        arguments: ["SLUG"],
        options: [.json],
        "show a tenant and its settings"
    ) { call in
        let tenant = try call.tenants().tenant(try call.argument("SLUG"))
        if call.isJSON {
            call.terminal.print(JSONText.text(JSONText.tenant(tenant)))
            return .success
        }
        var table = TextTable(["TENANT", tenant.slug])
        table.add(["name", tenant.name])
        table.add(["status", tenant.isActive ? "active" : "suspended"])
        table.add(["modules", tenant.modules.map(\.rawValue).sorted().joined(separator: ", ")])
        table.add(["created", tenant.createdAt.description])
        for member in JSONText.settings(tenant.settings).members {
            table.add([member.key, JSONText.text(member.value)])
        }
        call.terminal.print(table.text)
        return .success
    }

    static let tenantSet = Command(
        "admin tenant set",
        arguments: ["SLUG", "SETTING=VALUE…"],
        options: [.json],
        "change settings; also name=… and modules=a,b. A value is JSON or plain text"
    ) { call in
        let slug = try call.argument("SLUG")
        guard !call.arguments("SETTING=VALUE").isEmpty else { throw UsageError("SETTING=VALUE is missing") }
        let tenants = try call.tenants()
        var tenant = try tenants.tenant(slug)
        var changes = JSONObject()
        for pair in call.arguments("SETTING=VALUE") {
            guard let equals = pair.firstIndex(of: "=") else {
                throw UsageError("\(pair) is not SETTING=VALUE")
            }
            let key = String(pair[..<equals])
            let text = String(pair[pair.index(after: equals)...])
            switch key {
            case "name": tenant = try tenants.rename(slug, text)
            case "modules": tenant = try tenants.setModules(try call.modules(text), of: slug)
            default:
                let value = (try? JSONParser.parse(Array(text.utf8))) ?? .string(text)
                guard changes.add(key, value) else { throw UsageError("\(key) stands twice") }
            }
        }
        if case .array(let codes) = changes["languages"] {
            for case .string(let code) in codes where !Languages.isKnown(code) {
                throw CommandFailure("languages: \(code) is no language of ISO 639-1")
            }
        }
        if !changes.members.isEmpty { tenant = try tenants.set(changes, of: slug) }
        call.show(tenant, "\(slug) is changed")
        return .success
    }

    static let tenantSuspend = Command(
        "admin tenant suspend",
        arguments: ["SLUG"],
        options: [.yes, .json],
        "take a tenant's paths away"
    ) { call in
        let slug = try call.argument("SLUG")
        _ = try call.tenants().tenant(slug)
        try call.confirm("Suspend \(slug)? Its people get 404 at once.")
        call.show(try call.tenants().setActive(false, slug), "\(slug) is suspended")
        return .success
    }

    static let tenantResume = Command(
        "admin tenant resume",
        arguments: ["SLUG"],
        options: [.json],
        "give a tenant's paths back"
    ) { call in
        let slug = try call.argument("SLUG")
        call.show(try call.tenants().setActive(true, slug), "\(slug) is active")
        return .success
    }
}

extension Invocation {
    /// A connection as the owner of the schema.
    func owner() throws -> BlockingConnection {
        let settings = try DatabaseLocation(configuration).settings(for: .owner)
        do {
            return try BlockingConnection(settings)
        } catch {
            throw CommandFailure(
                "\(error). Is DATABASE_URL right, or does `parlay up` run with the same PARLAY_DATA?"
            )
        }
    }

    func tenants() throws -> TenantAdmin { TenantAdmin(try owner()) }

    func modules(_ text: String) throws -> Set<Module> {
        var modules: Set<Module> = []
        for name in text.split(separator: ",") {
            guard let module = Module(rawValue: String(name)) else {
                let known = Module.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("there is no module \"\(name)\"; there are \(known)")
            }
            modules.insert(module)
        }
        return modules
    }

    func show(_ tenant: Tenant, _ sentence: String) {
        terminal.print(isJSON ? JSONText.text(JSONText.tenant(tenant)) : sentence)
    }
}

extension JSONText {
    static func settings(_ settings: TenantSettings) -> JSONObject {
        // What was just written parses.
        (try? JSONParser.parseObject(settings.jsonBytes())) ?? JSONObject()
    }

    static func tenant(_ tenant: Tenant) -> JSONValue {
        object([
            ("id", .integer(tenant.id.rawValue)), ("slug", .string(tenant.slug)),
            ("name", .string(tenant.name)),
            ("status", .string(tenant.isActive ? "active" : "suspended")),
            ("modules", .array(tenant.modules.map(\.rawValue).sorted().map { .string($0) })),
            ("settings", .object(settings(tenant.settings))),
            ("created_at", .string(tenant.createdAt.description)),
        ])
    }
}
