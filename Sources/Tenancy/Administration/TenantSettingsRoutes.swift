internal import Database
internal import HTTPServer
internal import ParlayAPI

/// What a tenant's admins set for it.
package struct TenantSettingsRoutes: Sendable {
    private let settings: TenantSettingsService

    package init(_ settings: TenantSettingsService) { self.settings = settings }

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .get,
                "admin/settings",
                "Show the tenant's settings",
                access: .role(.admin),
                handler: show
            )
            .answering(200, .resource(TenantSettings.self)),
            TenantRoute(
                .patch,
                "admin/settings",
                "Change some of the tenant's settings",
                access: .role(.admin),
                body: .json,
                handler: change
            )
            .explained("What is absent stays. Every front acts on it within a second.")
            .taking(TenantSettings.self, mode: .merge, example: ["registration": "invite", "token_days": 30])
            .answering(200, .resource(TenantSettings.self))
            .refusing(409, "edit_conflict", "Several changes at the same time; read them and try again."),
            TenantRoute(
                .get,
                "admin/categories",
                "List the categories of wagers",
                access: .role(.admin),
                handler: categories
            )
            .answering(200, .resource(CategoryNames.self)),
            TenantRoute(
                .put,
                "admin/categories",
                "Replace the categories of wagers",
                access: .role(.admin),
                body: .json,
                handler: setCategories
            )
            .taking(CategoryNames.self, example: ["names": ["Sports", "Food", "Other"]])
            .answering(200, .resource(CategoryNames.self))
            .refusing(409, "edit_conflict", "Several changes at the same time; read them and try again."),
        ]
    }

    private func show(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        return Response.json(try await settings.settings(in: call.session)).taggedByContent
    }

    private func change(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let new = try await settings.change(try call.object(), in: call.session) { settings in
            try call.requireMatch(Response.json(settings).contentTag)
        }
        return Response.json(new).taggedByContent
    }

    private func categories(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        return Self.answer(try await settings.settings(in: call.session))
    }

    private func setCategories(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let object = try call.object()
        if call.request.head.headers["If-Match"] != nil {
            try call.requireMatch(Self.answer(try await settings.settings(in: call.session)).contentTag)
        }
        let names = try call.decode(object, as: CategoryNames.self).names
        let changes: JSONObject = [TenantSettings.categories.name: .array(names.map { .string($0) })]
        let new = try await settings.change(changes, in: call.session) { settings in
            try call.requireMatch(Self.answer(settings).contentTag)
        }
        return Self.answer(new)
    }

    private static func answer(_ settings: TenantSettings) -> Response {
        Response.json(CategoryNames(names: settings.categories)).taggedByContent
    }
}
