internal import Accounts
internal import Database
package import ParlayAPI
package import Security
package import Tenancy

/// The rules for a tenant's settings when its admins change them.
package struct TenantSettingsService: Sendable {
    /// How often a change is retried when another one came first.
    private static let attempts = 20

    let form: TenantSettingsForm

    package init(_ form: TenantSettingsForm) { self.form = form }

    /// As they are stored, not as this process has them in memory.
    package func settings(in session: Session) async throws -> TenantSettings {
        try await stored(session).settings
    }

    /// Merges changes; fronts apply them within a second.
    ///
    /// - Parameters:
    ///   - signer: seals secrets.
    ///   - requireMatch: refuses the settings by their tag.
    package func change(
        _ changes: JSONObject,
        _ signer: Signer,
        in session: Session,
        requireMatch: (TenantSettings) throws -> Void
    ) async throws -> TenantSettings {
        for _ in 0..<Self.attempts {
            let (text, old) = try await stored(session)
            try requireMatch(old)
            let new: TenantSettings
            do throws(FieldErrors) {
                new = try form.merge(changes, into: old, of: session.tenant.modules, sealing: signer)
            } catch {
                throw Problem.invalidFields(error)
            }
            let difference = form.difference(old, new)
            guard !difference.members.isEmpty else { return old }
            let results = try await session.write(
                TenantSettingsStore.change(
                    .id(session.tenant.id),
                    .text(text),
                    .json(new.stored),
                    .json(difference),
                    .time(session.now)
                )
            )
            if !results[0].isEmpty { return new }
        }
        throw AccountError.editedMeanwhile
    }

    private func stored(_ session: Session) async throws -> (text: String, settings: TenantSettings) {
        let stored = try await session.read(TenantSettingsStore.present(.id(session.tenant.id)))
        guard let text = try stored.first else { throw TenancyError.notFound("The tenant was deleted.") }
        return (text, try TenantSettings(stored: Array(text.utf8)))
    }
}
