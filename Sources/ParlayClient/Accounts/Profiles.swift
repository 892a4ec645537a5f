public import ParlayAPI

extension Parlay {
    /// One's own profile and others'.
    public var profiles: Profiles { Profiles(engine: engine) }

    public struct Profiles: Sendable {
        let engine: Engine
    }
}

extension Parlay.Profiles {
    /// One's own, with the email.
    public func me() async throws(ParlayError) -> Versioned<Profile> {
        try await engine.versioned(.get("profiles/me/"))
    }

    /// Somebody's.
    public func profile(_ id: Int64) async throws(ParlayError) -> Versioned<Profile> {
        try await engine.versioned(.get("profiles/\(id)/"))
    }

    /// Changes some of one's own profile; what is not set stays.
    ///
    ///     try await parlay.profiles.update { $0.bio = .set("I collect maps.") }
    ///
    /// - Parameter version: when the profile has changed since, the call is refused with `precondition_failed`.
    @discardableResult
    public func update(
        ifUnchanged version: Versioned<Profile>? = nil,
        _ change: @Sendable (inout ProfileUpdate) -> Void
    ) async throws(ParlayError) -> Versioned<Profile> {
        var update = ProfileUpdate()
        change(&update)
        return try await engine.versioned(.patch("profiles/me/", update, ifMatch: version?.version))
    }

    /// Replaces one's own profile: every field that must be there is needed, and what may be absent is emptied.
    @discardableResult
    public func replace(with profile: ProfileUpdate, ifUnchanged version: Versioned<Profile>? = nil)
        async throws(ParlayError) -> Versioned<Profile>
    {
        try await engine.versioned(
            .put("profiles/me/", profile, ifMatch: version?.version, repetition: .harmless)
        )
    }
}
