internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The settings of a tenant, for its admins.
package struct TenantSettingsRoutes: Sendable {
    private let settings: TenantSettingsService

    package init(_ settings: TenantSettingsService) { self.settings = settings }

    package var routes: [TenantRoute] {
        [
            TenantRoute(TenantSettingsCalls.show, handler: show)
                .answering(200, content),
            TenantRoute(TenantSettingsCalls.change, handler: change)
                .taking(settings.form.fields, example: ["registration": "invite", "token_days": 30])
                .answering(200, content),
        ]
    }

    private var content: RouteDescription.Content {
        .assembled(
            name: "TenantSettings",
            summary: TenantSettings.schemaSummary,
            settings.form.answerFields,
            example: .object(settings.form.example)
        )
    }

    private func show(_ call: Call) async throws -> Response {
        return answer(try await settings.settings(in: call.session))
    }

    private func change(_ call: Call) async throws -> Response {
        let new = try await settings.change(try call.object(), call.signer, in: call.session) { settings in
            try call.requireMatch(answer(settings).contentTag)
        }
        return answer(new)
    }

    private func answer(_ settings: TenantSettings) -> Response {
        Response.json(self.settings.form.json(settings)).taggedByContent
    }
}
