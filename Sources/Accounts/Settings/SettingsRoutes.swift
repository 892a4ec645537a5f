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
            TenantRoute(.get, "settings", "Show your settings", handler: show)
                .explained("Language, time zone, mail, and the settings of modules.")
                .answering(200, .resource(AccountSettings.self)),
            TenantRoute(.put, "settings", "Replace your settings", body: .json, handler: replace)
                .explained("Omitted fields get their defaults.")
                .taking(
                    AccountSettingsUpdate.self,
                    example: ["locale": "de", "time_zone": "Europe/Berlin", "mail_notices": false]
                )
                .answering(200, .resource(AccountSettings.self))
                .refusing(
                    409,
                    "edit_conflict",
                    "Another call changed the settings at the same time. Read them and try again."
                ),
            TenantRoute(.patch, "settings", "Change some of your settings", body: .json, handler: change)
                .explained((["Omitted fields do not change."] + settings.notes).joined(separator: " "))
                .taking(AccountSettingsUpdate.self, mode: .merge, example: ["mail_notices": true])
                .answering(200, .resource(AccountSettings.self))
                .refusing(
                    409,
                    "edit_conflict",
                    "Another call changed the settings at the same time. Read them and try again."
                ),
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
