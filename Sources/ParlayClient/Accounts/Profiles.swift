public import ParlayAPI

extension Parlay {
    /// Your own profile and other people's.
    public var profiles: Profiles { Profiles(engine: engine) }

    /// See `Parlay.profiles`.
    public struct Profiles: Sendable {
        let engine: Engine
    }
}

extension Parlay.Profiles {
    /// Your own profile, with the email.
    public func me() async throws(ParlayError) -> Versioned<Profile> {
        try await engine.versioned(Call(ProfileCalls.showOwn))
    }

    /// Another person's profile.
    public func profile(_ id: Int64) async throws(ParlayError) -> Versioned<Profile> {
        try await engine.versioned(Call(ProfileCalls.show, at: id))
    }

    /// Changes some fields of your profile; fields that are not set do not change.
    ///
    ///     try await parlay.profiles.update { $0.bio = .set("I collect maps.") }
    ///
    /// - Parameter version: if the profile has changed since, the call is refused with `precondition_failed`.
    @discardableResult
    public func update(
        ifUnchanged version: Versioned<Profile>? = nil,
        _ change: @Sendable (inout ProfileUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<Profile> {
        var update = ProfileUpdate()
        change(&update)
        return try await engine.versioned(Call(ProfileCalls.changeOwn, update, ifMatch: version?.version))
    }

    /// Replaces your whole profile: every required field is needed, and omitted optional fields are cleared.
    @discardableResult
    public func replace(with profile: ProfileUpdate, ifUnchanged version: Versioned<Profile>? = nil)
        async throws(ParlayError) -> Versioned<Profile>
    {
        try await engine.versioned(
            Call(ProfileCalls.replaceOwn, profile, ifMatch: version?.version)
        )
    }
}
