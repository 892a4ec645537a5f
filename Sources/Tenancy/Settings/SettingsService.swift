internal import Database
package import ParlayAPI
internal import Synchronization

/// The rules of people's own settings.
package struct SettingsService: Sendable {
    /// Times that a change is tried anew when another one was faster.
    private static let attempts = 20

    private let zones = TimeZoneNames()

    package init() {}

    func settings(in session: Session) async throws -> AccountSettings {
        let row = try await session.read(SettingsStore.own(.id(session.tenant.id)))[0].first
        return try AccountSettings(stored: try row?.text(0) ?? "{}", modules: session.tenant.modules)
    }

    /// Replaces (`.complete`) or merges. What belongs to a module that is off stays as it is stored.
    ///
    /// - Parameter requireMatch: refuses the settings by their tag.
    func update(
        _ object: JSONObject,
        _ mode: BodyReader.Mode,
        in session: Session,
        requireMatch: (AccountSettings) throws -> Void
    ) async throws -> AccountSettings {
        let modules = session.tenant.modules
        for _ in 0..<Self.attempts {
            let row = try await session.read(SettingsStore.own(.id(session.tenant.id)))[0].first
            let stored = try row?.text(0) ?? "{}"
            try requireMatch(try AccountSettings(stored: stored, modules: modules))
            let update = try await decode(object, mode, in: session)
            let new = try update.merged(into: stored)
            let results = try await session.write(
                SettingsStore.replace(.id(session.tenant.id), .text(stored), .text(new))
            )
            if results[0].affectedRows == 1 { return try AccountSettings(stored: new, modules: modules) }
        }
        throw AccountError.editedMeanwhile
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
            reader.refuse(zone, "There is no such time zone; use a name such as \"Europe/Berlin\".")
        }
        do throws(FieldErrors) { try reader.finish() } catch { throw Problem.invalidFields(error) }
        return update
    }
}

/// The names of time zones, asked of the database once.
private final class TimeZoneNames: Sendable {
    private let names = Mutex<Set<String>>([])

    func contains(_ name: String, in session: Session) async throws -> Bool {
        let known = names.withLock { $0 }
        guard known.isEmpty else { return known.contains(name) }
        let rows = try await session.read(SettingsStore.timeZones())[0]
        let read = Set(try rows.map { row throws(DatabaseError) in try row.text(0) })
        names.withLock { $0 = read }
        return read.contains(name)
    }
}

extension AccountSettings {
    /// What is stored, with defaults for what is not. Members that others keep there are not looked at.
    package init(stored: String, modules: Set<Module>) throws {
        var reader = BodyReader(try JSONParser.parseObject(Array(stored.utf8)))
        let update = AccountSettingsUpdate(reading: &reader)
        self.init()
        locale = update.locale.applied(to: locale)
        timeZone = update.timeZone.applied(to: timeZone)
        mailNotices = update.mailNotices.applied(to: mailNotices)
        if modules.contains(.wagers) { wagers = Wagers(feedFilters: update.feedFilters.applied(to: nil)) }
    }
}

extension AccountSettingsUpdate {
    /// The stored object with the changes in it; other members stay.
    func merged(into stored: String) throws -> String {
        let old = try JSONParser.parseObject(Array(stored.utf8))
        var new = try JSONParser.parseObject(encoded)
        for member in old.members { new.add(member.key, member.value) }
        return String(decoding: new.jsonBytes(), as: UTF8.self)
    }

    private var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            if case .set(let value) = locale { writer.member("locale", value) }
            if case .set(let value) = timeZone { writer.member("time_zone", value) }
            if case .set(let value) = mailNotices { writer.member("mail_notices", value) }
            if case .set(let value) = feedFilters { writer.member("feed_filters", value) }
        }
        return writer.bytes
    }
}
