internal import Administration
internal import Console
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let keyCreate = Command(
        "admin key create",
        arguments: ["LABEL"],
        options: [
            .tenant, .value("--scopes", "A,B", "what the key may do, such as events:write; required"),
            .value("--networks", "A,B", "from where it may be used, in CIDR form"),
            .value("--expires", "TIME", "when it expires; by default never"), .json,
        ],
        "create an API key for a server",
        details:
            "The secret is printed once. The scopes are \(KeyScope.allCases.map(\.rawValue).joined(separator: ", "))."
            + " Writing includes reading.",
        example:
            "parlay admin key create Results --tenant demo --scopes events:write"
    ) { call in
        func list(_ option: String) -> JSONValue? {
            call.value(option).map { .array($0.split(separator: ",").map { .string(String($0)) }) }
        }
        var body: JSONObject = ["label": .string(try call.argument("LABEL"))]
        _ = try call.required("--scopes")
        for (name, value) in [
            ("scopes", list("--scopes")), ("networks", list("--networks")),
            ("expires_at", call.value("--expires").map { .string($0) }),
        ] {
            if let value { _ = body.add(name, value) }
        }
        let draft: APIKeyUpdate
        do throws(FieldErrors) {
            draft = try APIKeyUpdate.decode(body)
        } catch {
            let sentences = error.entries.map { "\($0.path): \($0.sentences.joined(separator: " "))" }
            throw CommandFailure(sentences.joined(separator: "\n"))
        }
        let made = try call.keys().create(draft)
        call.report(
            "created key \(made.key.id); its secret is shown only now:\n\(made.secret)",
            JSONText.value(made)
        )
        return .success
    }

    static let keyList = Command(
        "admin key list",
        options: [.tenant] + Option.paging + [.json],
        "list API keys, newest first",
        details: "Secrets are not shown again. Revoked keys are not listed.",
        example: "parlay admin key list --tenant demo"
    ) { call in
        let page = try call.page()
        call.show(
            try call.keys().list(before: page.cursor, limit: page.fetchLimit),
            page,
            empty: "No API keys found.",
            headings: ["ID", "LABEL", "PREFIX", "SCOPES", "NETWORKS", "LAST USED (UTC)", "EXPIRES (UTC)"],
            id: { $0.id },
            json: JSONText.value,
            cells: { key in
                [
                    String(key.id), key.label, key.prefix,
                    key.scopes.map(\.rawValue).joined(separator: ","),
                    key.networks.joined(separator: ","), key.lastUsedAt?.short ?? "",
                    key.expiresAt?.short ?? "",
                ]
            }
        )
        return .success
    }

    static let keyRevoke = Command(
        "admin key revoke",
        arguments: ["ID"],
        options: [.tenant, .yes, .json],
        "revoke an API key",
        details: "The key stops working immediately. `parlay admin key list` shows the IDs.",
        example: "parlay admin key revoke 4 --tenant demo"
    ) { call in
        let id = try call.identifier("ID")
        let keys = try call.keys()
        let key = try keys.key(id)
        try call.confirm("Revoke the API key “\(key.label)”? The server that uses it can no longer call.")
        try keys.revoke(id)
        call.report("revoked key \(id)", JSONText.object([("id", .integer(id)), ("revoked", .bool(true))]))
        return .success
    }
}

extension Invocation {
    func keys() throws -> KeyAdmin {
        let connection = try owner()
        return KeyAdmin(connection, tenant: try TenantAdmin(connection).tenant(try required("--tenant")))
    }
}
