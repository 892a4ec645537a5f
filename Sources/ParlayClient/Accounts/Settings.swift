public import ParlayAPI

extension Parlay {
    /// The caller's own settings.
    public var settings: Settings { Settings(engine: engine) }

    /// See `Parlay.settings`.
    public struct Settings: Sendable {
        let engine: Engine
    }
}

extension Parlay.Settings {
    /// The caller's settings, with the version that `ifUnchanged` takes.
    public func get() async throws(ParlayError) -> Versioned<AccountSettings> {
        try await engine.versioned(Call(SettingsCalls.show))
    }

    /// Changes some settings; those that are not set do not change.
    ///
    ///     try await parlay.settings.update { $0.mailNotices = .set(false) }
    @discardableResult
    public func update(
        ifUnchanged version: Versioned<AccountSettings>? = nil,
        _ change: @Sendable (inout AccountSettingsUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<AccountSettings> {
        var update = AccountSettingsUpdate()
        change(&update)
        return try await engine.versioned(Call(SettingsCalls.change, update, ifMatch: version?.version))
    }

    /// Replaces all settings; those that are not set get their defaults.
    @discardableResult
    public func replace(
        with settings: AccountSettingsUpdate,
        ifUnchanged version: Versioned<AccountSettings>? = nil
    ) async throws(ParlayError) -> Versioned<AccountSettings> {
        try await engine.versioned(
            Call(SettingsCalls.replace, settings, ifMatch: version?.version)
        )
    }
}
