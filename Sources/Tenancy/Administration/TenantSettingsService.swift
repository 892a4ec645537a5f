internal import Database
internal import ParlayAPI

/// The rules of a tenant's settings as its admins change them.
package struct TenantSettingsService: Sendable {
    /// Times that a change is tried anew when another one was faster.
    private static let attempts = 20

    private let isKnownLanguage: @Sendable (String) -> Bool

    /// - Parameter isKnownLanguage: see `AccountService`.
    package init(isKnownLanguage: @escaping @Sendable (String) -> Bool) {
        self.isKnownLanguage = isKnownLanguage
    }

    /// As they are stored, not as this process remembers them.
    func settings(in session: Session) async throws -> TenantSettings {
        try await stored(session).settings
    }

    /// Merges changes; fronts hear of them within a second.
    ///
    /// - Parameter requireMatch: refuses the settings by their tag.
    func change(
        _ changes: JSONObject,
        in session: Session,
        requireMatch: (TenantSettings) throws -> Void
    ) async throws -> TenantSettings {
        for _ in 0..<Self.attempts {
            let (text, old) = try await stored(session)
            try requireMatch(old)
            let new = try merge(changes, into: old)
            guard new != old else { return old }
            let results = try await session.write(
                TenantSettingsStore.change(
                    .id(session.tenant.id),
                    .text(text),
                    .text(String(decoding: new.jsonBytes(), as: UTF8.self)),
                    .text(String(decoding: TenantSettings.difference(old, new).jsonBytes(), as: UTF8.self)),
                    .time(session.now)
                )
            )
            if !results[0].isEmpty { return new }
        }
        throw AccountError.editedMeanwhile
    }

    private func stored(_ session: Session) async throws -> (text: String, settings: TenantSettings) {
        let rows = try await session.read(TenantSettingsStore.present(.id(session.tenant.id)))[0]
        guard let row = rows.first else { throw TenancyError.notFound("The tenant is gone.") }
        let text = try row.text(0)
        return (text, try TenantSettings.decode(Array(text.utf8)))
    }

    /// The settings with the changes in them, judged as a whole.
    private func merge(_ changes: JSONObject, into old: TenantSettings) throws -> TenantSettings {
        var merged = changes
        for member in try JSONParser.parseObject(old.jsonBytes()).members {
            merged.add(member.key, member.value)
        }
        var reader = BodyReader(merged)
        let new = TenantSettings(reading: &reader)
        var errors = FieldErrors()
        do throws(FieldErrors) { try reader.finish() } catch { errors = error }
        for (position, code) in new.languages.enumerated()
        where !isKnownLanguage(code) && !old.languages.contains(code) {
            errors.add("\(TenantSettings.languages.name).\(position)", "There is no such language.")
        }
        guard errors.isEmpty else { throw Problem.invalidFields(errors) }
        return new
    }
}

extension TenantSettings {
    /// What a change did: `{"token_days": {"from": 180, "to": 30}}`.
    static func difference(_ old: TenantSettings, _ new: TenantSettings) -> JSONObject {
        let (before, after) = (old.members, new.members)
        var difference = JSONObject()
        for member in after.members {
            let value = before[member.key] ?? .null
            if value != member.value { difference.add(member.key, ["from": value, "to": member.value]) }
        }
        return difference
    }

    /// As they are written. What writes itself parses.
    private var members: JSONObject { (try? JSONParser.parseObject(jsonBytes())) ?? JSONObject() }
}
