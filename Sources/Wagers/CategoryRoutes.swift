internal import Administration
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The tenant's categories of wagers.
package enum Categories {
    /// Always the last category.
    package static let other = "Other"

    /// In the order in which they are shown.
    package static func offered(by settings: TenantSettings) -> [String] {
        settings[WagerSettings.categories].filter { $0.lowercased() != other.lowercased() } + [other]
    }
}

/// Shows the categories to people, and lets admins replace them. Admins can do so in every tenant, to prepare before
/// the module is turned on.
struct CategoryRoutes: Sendable {
    private let settings: TenantSettingsService

    init(_ settings: TenantSettingsService) { self.settings = settings }

    var routes: [TenantRoute] {
        [
            TenantRoute(CategoryCalls.list, handler: list),
            TenantRoute(CategoryCalls.all, handler: all),
            TenantRoute(CategoryCalls.replace, handler: replace),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        try await call.list(all: Categories.offered(by: call.tenant.settings)) { $0 }
    }

    private func all(_ call: Call) async throws -> Response {
        return Self.answer(try await settings.settings(in: call.session))
    }

    private func replace(_ call: Call) async throws -> Response {
        let object = try call.object()
        if call.request.head.headers["If-Match"] != nil {
            try call.requireMatch(Self.answer(try await settings.settings(in: call.session)).contentTag)
        }
        let names = try call.decode(object, as: CategoryNames.self).names
        let changes: JSONObject = [WagerSettings.categories.name: .array(names.map { .string($0) })]
        let new = try await settings.change(changes, call.signer, in: call.session) { settings in
            try call.requireMatch(Self.answer(settings).contentTag)
        }
        return Self.answer(new)
    }

    private static func answer(_ settings: TenantSettings) -> Response {
        Response.json(CategoryNames(names: settings[WagerSettings.categories])).taggedByContent
    }
}
