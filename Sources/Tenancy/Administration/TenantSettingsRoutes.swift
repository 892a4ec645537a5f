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
            .explained("For admins.")
            .answering(200, .resource(TenantSettings.self)),
            TenantRoute(
                .patch,
                "admin/settings",
                "Change some of the tenant's settings",
                access: .role(.admin),
                body: .json,
                handler: change
            )
            .explained("Omitted settings stay as they are. Every server process follows within a second.")
            .taking(TenantSettings.self, mode: .merge, example: ["registration": "invite", "token_days": 30])
            .answering(200, .resource(TenantSettings.self))
            .refusing(
                409,
                "edit_conflict",
                "Another call changed the settings at the same time. Read them and try again."
            ),
            TenantRoute(
                .get,
                "admin/categories",
                "List the categories of wagers",
                access: .role(.admin),
                handler: categories
            )
            .explained("In the order that people see.")
            .answering(200, .resource(CategoryNames.self)),
            TenantRoute(
                .put,
                "admin/categories",
                "Replace the categories of wagers",
                access: .role(.admin),
                body: .json,
                handler: setCategories
            )
            .explained("Wagers keep a category that is no longer offered.")
            .taking(CategoryNames.self, example: ["names": ["Sports", "Food", "Other"]])
            .answering(200, .resource(CategoryNames.self))
            .refusing(
                409,
                "edit_conflict",
                "Another call changed the settings at the same time. Read them and try again."
            ),
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
