internal import Pages
internal import ParlayAPI
internal import Tenancy

/// `/`: describes the server and links to the documentation.
struct HomePage {
    /// Empty except for visitors from the machine itself.
    let tenants: [TenantList.Tenant]
    let logins: DemoLogins?
    /// What is served.
    let subjects: [String]

    var page: Page {
        Page(
            "/",
            title: "Parlay",
            summary: "One self-hosted backend for social play.",
            navigation: nil,
            body: """
                <section class="hero">
                <h1>One backend for social play</h1>
                <p class="lead">This is a Parlay server. It serves the accounts, \(served) of many apps, each kept apart from the others, through one REST API.</p>
                <p class="buttons"><a class="button primary" href="/docs/guides/getting-started">Get started</a>
                <a class="button" href="/docs">API reference</a></p>
                </section>
                \(tenants.isEmpty ? HTML.none : list)
                <section class="part"><h2>For app developers</h2>
                <ul class="tiles">
                \(Self.tile("/docs", "API reference", "Every call with its fields, samples in curl and Swift, and a form to try it."))
                \(Self.tile("/docs/guides/getting-started", "Getting started", "From a running server to the first calls."))
                \(Self.tile("/docs/guides/client", "Swift client", "ParlayClient, the library for iOS, macOS and Linux."))
                \(Self.tile("/docs/guides/accounts", "Guides", "Accounts, each module and webhooks, step by step."))
                \(Self.tile("/docs/problems", "Problem codes", "What each error means and what to do about it."))
                \(Self.tile("/openapi.json", "OpenAPI 3.1", "The same reference for tools."))
                </ul></section>
                <section class="part"><h2>For operators</h2>
                <ul class="tiles">
                \(Self.tile("/docs/guides/operations", "Operations", "Settings, commands, logs, metrics and backup."))
                \(Self.tile("/docs/guides/administration", "Administration", "Calls and commands for a tenant's admins and moderators."))
                \(Self.tile("/readyz", "Readiness", "Whether this server can take requests."))
                </ul></section>
                """
        )
    }

    private var served: String {
        subjects.dropLast().joined(separator: ", ") + " and " + (subjects.last ?? "")
    }

    private static func tile(_ path: String, _ title: String, _ text: String) -> HTML {
        "<li><a href=\"\(path)\"><strong>\(title)</strong><span>\(text)</span></a></li>"
    }

    private var list: HTML {
        """
        <section class="part"><h2>Tenants</h2>
        <p>Only visitors from this machine see this list.\(people)</p>
        <ul class="tiles tenants">\(tenants.map { tenant in
            """
            <li><a href="/v1/\(tenant.slug)/about/"><strong>\(tenant.name)</strong> <small>/v1/\(tenant.slug)/</small>
            <span class="chips">\(tenant.modules.map { "<b>\($0.rawValue)</b> " as HTML })</span></a></li>

            """
        })</ul></section>
        """
    }

    private var people: HTML {
        guard let logins, tenants.contains(where: \.isDemo) else { return .none }
        let names = logins.people.map { name, role in
            "<code>\(name)</code>\(role.map { " (\($0))" } ?? "")" as HTML
        }
        return """
             The demo tenants have the accounts \(Self.joined(names)); the password is <code>\(logins.password)</code>.
            """
    }

    private static func joined(_ names: [HTML]) -> HTML {
        var text = HTML.none
        for (place, name) in names.enumerated() {
            if place > 0 { text += place + 1 == names.count ? " and " : ", " }
            text += name
        }
        return text
    }
}
