internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The caller's own settings.
package struct SettingsRoutes: Sendable {
    private let settings: SettingsService

    package init(_ settings: SettingsService) { self.settings = settings }

    package var routes: [TenantRoute] {
        [
            TenantRoute(SettingsCalls.show, handler: show),
            TenantRoute(SettingsCalls.replace, handler: replace),
            TenantRoute(SettingsCalls.change, handler: change)
                .explained((["Omitted fields do not change."] + settings.notes).joined(separator: " ")),
        ]
    }

    private func show(_ call: Call) async throws -> Response {
        return Response.json(try await settings.settings(in: call.session)).taggedByContent
    }

    private func replace(_ call: Call) async throws -> Response { try await update(call, .complete) }
    private func change(_ call: Call) async throws -> Response { try await update(call, .merge) }

    private func update(_ call: Call, _ mode: BodyReader.Mode) async throws -> Response {
        let new = try await settings.update(try call.object(), mode, in: call.session) { settings in
            try call.requireMatch(Response.json(settings).contentTag)
        }
        return Response.json(new).taggedByContent
    }
}
