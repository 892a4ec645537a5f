internal import Components
internal import Console
internal import ParlayAPI

extension Command {
    static let demoLoad = Command(
        "admin demo load",
        options: [.json],
        "create the demo tenants",
        details: "The demo accounts have a public password. Existing tenants are not changed.",
        example: "parlay admin demo load"
    ) { call in
        let location = try DatabaseLocation(call.configuration)
        let loaded = Set(try await Demo.load(location, call.configuration).slugs)
        if call.isJSON {
            let rows = Demo.all.map { site in
                JSONText.object([
                    ("slug", .string(site.slug)), ("created", .bool(loaded.contains(site.slug))),
                ])
            }
            call.terminal.print(JSONText.array(rows))
            return .success
        }
        for site in Demo.all {
            call.terminal.print(
                loaded.contains(site.slug)
                    ? "created \(site.slug)" : "\(site.slug) already exists; nothing was changed"
            )
        }
        return .success
    }
}
