internal import Database
internal import ParlayAPI
internal import Tenancy

/// The rules of people's own settings.
package struct SettingsService: Sendable {
    /// How often a change is retried when another one came first.
    private static let attempts = 20

    private let zones = TimeZoneNames()
    private let added: [AnyPersonalSetting]

    /// - Parameter added: what modules add.
    package init(_ added: [AnyPersonalSetting]) { self.added = added }

    func settings(in session: Session) async throws -> AccountSettings {
        try shown(try await stored(in: session), in: session.tenant)
    }

    /// What is stored, as it is answered. Members of modules that are off are not looked at.
    func shown(_ stored: StoredSettings, in tenant: Tenant) throws -> AccountSettings {
        var settings = try AccountSettings(common: stored)
        for setting in added where tenant.modules.contains(setting.module) {
            try setting.show(stored, &settings)
        }
        return settings
    }

    private func stored(in session: Session) async throws -> StoredSettings {
        try await session.read(SettingsStore.own(.id(session.tenant.id))).first ?? .none
    }

    /// For the reference: what modules say of changing their settings.
    var notes: [String] { added.map(\.note).filter { !$0.isEmpty } }

    /// Replaces (`.complete`) or merges. Stored settings of a module that is off are kept.
    ///
    /// - Parameter requireMatch: refuses the settings by their tag.
    func update(
        _ object: JSONObject,
        _ mode: BodyReader.Mode,
        in session: Session,
        requireMatch: (AccountSettings) throws -> Void
    ) async throws -> AccountSettings {
        for _ in 0..<Self.attempts {
            let old = try await stored(in: session)
            try requireMatch(try shown(old, in: session.tenant))
            let new = try merge(try await decode(object, mode, in: session), into: old)
            let results = try await session.write(
                SettingsStore.replace(.id(session.tenant.id), .text(old.text), .text(new.text))
            )
            if results[0].affectedRows == 1 { return try shown(new, in: session.tenant) }
        }
        throw AccountError.editedMeanwhile
    }

    /// What is stored with the changes in it; other members stay.
    private func merge(_ update: AccountSettingsUpdate, into stored: StoredSettings) throws -> StoredSettings
    {
        var new = JSONObject()
        if case .set(let value) = update.locale { new.add("locale", .string(value)) }
        if case .set(let value) = update.timeZone { new.add("time_zone", .string(value)) }
        if case .set(let value) = update.mailNotices { new.add("mail_notices", .bool(value)) }
        if case .set(let value) = update.pushNotices { new.add("push_notices", .bool(value)) }
        if case .set(let value) = update.pushMuted {
            new.add("push_muted", .array(value.map { .string($0.rawValue) }))
        }
        if case .set(let value) = update.pushText { new.add("push_text", .bool(value)) }
        if case .set(let value) = update.quietHours {
            new.add("quiet_hours", value.map { .string($0) } ?? .null)
        }
        if case .set(let value) = update.searchable { new.add("searchable", .bool(value)) }
        for setting in added {
            if let value = setting.change(update) { new.add(setting.name, value) }
        }
        for member in try stored.object.members { new.add(member.key, member.value) }
        return StoredSettings(String(decoding: new.jsonBytes(), as: UTF8.self))
    }

    private func decode(_ object: JSONObject, _ mode: BodyReader.Mode, in session: Session) async throws
        -> AccountSettingsUpdate
    {
        var reader = BodyReader(object, modules: session.tenant.modules, mode: mode)
        let update = AccountSettingsUpdate(reading: &reader)
        let zone = AccountSettingsUpdate.timeZone
        if case .set(let name) = update.timeZone, reader.isValid(zone),
            try await !zones.contains(name, in: session)
        {
            reader.refuse(
                zone,
                FieldRule(
                    "timeZoneName",
                    "There is no such time zone; use a name such as \"Europe/Berlin\"."
                )
            )
        }
        do throws(FieldErrors) { try reader.finish() } catch { throw Problem.invalidFields(error) }
        return update
    }
}

extension AccountSettings {
    /// What everybody has, with defaults for what is not stored.
    fileprivate init(common stored: StoredSettings) throws {
        var reader = BodyReader(try stored.object)
        let update = AccountSettingsUpdate(reading: &reader)
        self.init()
        locale = update.locale.applied(to: locale)
        timeZone = update.timeZone.applied(to: timeZone)
        mailNotices = update.mailNotices.applied(to: mailNotices)
        pushNotices = update.pushNotices.applied(to: pushNotices)
        pushMuted = update.pushMuted.applied(to: []).map(\.rawValue)
        pushText = update.pushText.applied(to: pushText)
        quietHours = update.quietHours.applied(to: nil)
        searchable = update.searchable.applied(to: searchable)
    }
}
