public import Foundation
public import ParlayAPI

extension Parlay {
    /// The calls for the tenant's moderators and admins; others are refused with `forbidden`.
    public var admin: Administration { Administration(engine: engine) }

    /// See `Parlay.admin`.
    public struct Administration: Sendable {
        let engine: Engine
    }
}

// MARK: - Moderators

extension Parlay.Administration {
    /// Reports, newest first.
    ///
    /// - Parameter statuses: only in these states; all if empty.
    public func reports(in statuses: Set<Report.Status> = []) -> Listing<Report> {
        Listing(
            Call(ReportCalls.list).asking(ReportCalls.status, anyOf: statuses.map(\.rawValue)),
            of: engine
        )
    }

    /// Decides on a report.
    ///
    ///     try await parlay.admin.decide(report.id) { $0.status = .set(.resolved) }
    @discardableResult
    public func decide(_ report: Report.ID, _ change: @Sendable (inout ReportUpdate) -> Void)
        async throws(ParlayError) -> Report
    {
        var update = ReportUpdate()
        change(&update)
        return try await engine.value(Call(ReportCalls.decide, at: report, update))
    }
}

extension Parlay.Administration {
    /// What is hidden, newest first.
    public func hiddenContent() -> Listing<HiddenContent> { Listing(Call(HidingCalls.list), of: engine) }

    /// Hides something from everyone but its author, moderators and admins. The author gets the reason.
    ///
    ///     try await parlay.admin.hide(Subject(type: "account", id: 12), part: "photo", reason: "Not your own picture.")
    ///
    /// - Parameters:
    ///   - part: such as `photo`; `nil` for all of the subject, where that can be hidden.
    ///   - reason: up to 500 characters.
    @discardableResult
    public func hide(_ subject: Subject, part: String? = nil, reason: String) async throws(ParlayError)
        -> HiddenContent
    {
        try await engine.value(Call(HidingCalls.hide, HidingRequest(subject, part: part, reason: reason)))
    }

    /// Shows it again.
    public func show(_ hidden: HiddenContent.ID) async throws(ParlayError) {
        try await engine.send(Call(HidingCalls.show, at: hidden))
    }
}

// MARK: - Admins: accounts

extension Parlay.Administration {
    /// The accounts, with their emails.
    ///
    /// - Parameter text: part of a name, username or email; case does not matter.
    public func accounts(matching text: String? = nil, by order: AccountSort = .newest) -> Listing<Profile> {
        Listing(
            Call(AccountAdminCalls.list).asking(AccountAdminCalls.text, text)
                .asking(AccountAdminCalls.sort, order == .newest ? nil : order.rawValue),
            of: engine
        )
    }

    /// An account with its email, role and status.
    public func account(_ account: Profile.ID) async throws(ParlayError) -> Profile {
        try await engine.value(Call(AccountAdminCalls.show, at: account))
    }

    /// Gives an account a role, or suspends or reactivates it.
    @discardableResult
    public func change(
        account: Profile.ID,
        role: Profile.Role? = nil,
        status: AccountChange.Status? = nil
    ) async throws(ParlayError) -> Profile {
        var change = AccountChange()
        if let role { change.role = .set(role) }
        if let status { change.status = .set(status) }
        return try await engine.value(Call(AccountAdminCalls.change, at: account, change))
    }

    /// Removes or changes what an account shows, as a moderator. The person is notified.
    ///
    ///     try await parlay.admin.moderate(12) {
    ///         $0.photo = .set(nil)
    ///         $0.reason = "Not your own picture."
    ///     }
    @discardableResult
    public func moderate(_ account: Profile.ID, _ change: @Sendable (inout AccountChange) -> Void)
        async throws(ParlayError) -> Profile
    {
        var update = AccountChange()
        change(&update)
        return try await engine.value(Call(AccountAdminCalls.change, at: account, update))
    }

    /// Mails someone a code with which they set a new password. Their devices stay signed in until then.
    public func mailPasswordReset(to account: Profile.ID) async throws(ParlayError) {
        try await engine.send(Call(AccountAdminCalls.mailReset, at: account))
    }

    /// Mail to someone that was sent, is stored, waits or failed, newest first and without its text.
    public func mails(to account: Profile.ID) -> Listing<AccountMail> {
        Listing(Call(AccountAdminCalls.mails, at: account), of: engine)
    }

    /// The devices on which someone is signed in, newest first.
    public func devices(of account: Profile.ID) -> Listing<TokenInfo> {
        Listing(Call(AccountAdminCalls.tokens, at: account), of: engine)
    }

    /// Signs someone out on all devices.
    public func signOut(_ account: Profile.ID) async throws(ParlayError) {
        try await engine.send(Call(AccountAdminCalls.signOut, at: account))
    }

    /// Whether someone has a second factor, and whether it is being reset.
    public func secondFactor(of account: Profile.ID) async throws(ParlayError) -> SecondFactor {
        try await engine.value(Call(AccountAdminCalls.secondFactor, at: account))
    }

    /// Removes someone's second factor after the tenant's delay, unless they object.
    @discardableResult
    public func resetSecondFactor(of account: Profile.ID) async throws(ParlayError) -> SecondFactor {
        try await engine.value(Call(AccountAdminCalls.resetSecondFactor, at: account))
    }

    /// Everything that is stored about someone, as JSON. The audit log says who asked for it.
    public func export(_ account: Profile.ID) async throws(ParlayError) -> Data {
        try await engine.answer(Call(AccountAdminCalls.export, at: account)).body
    }

    /// Permanently deletes someone's account. History stays under "deleted user".
    public func erase(_ account: Profile.ID) async throws(ParlayError) {
        try await engine.send(Call(AccountAdminCalls.erase, at: account))
    }

    /// The actions of admins, moderators and the operator, newest first.
    public func auditLog() -> Listing<AuditEntry> { Listing(Call(AuditCalls.list), of: engine) }

    /// The tenant in numbers by day, in UTC; also for moderators, without those about money.
    ///
    /// - Parameters:
    ///   - from: the first day; 29 days before the last by default.
    ///   - to: the last day; today by default.
    public func figures(from: CivilDate? = nil, to: CivilDate? = nil) async throws(ParlayError)
        -> FigureReport
    {
        try await engine.value(
            Call(FigureCalls.show).asking(FigureCalls.from, from?.description)
                .asking(FigureCalls.to, to?.description)
        )
    }
}

// MARK: - Admins: invites

extension Parlay.Administration {
    /// Newest first, without their codes.
    public func invites() -> Listing<Invite> { Listing(Call(InviteCalls.list), of: engine) }

    /// Creates an invite. The answer contains its code, which is shown only once.
    ///
    /// - Parameters:
    ///   - uses: how many people can register with it.
    ///   - expiresAt: `nil` for never.
    public func makeInvite(uses: Int64 = 1, expiresAt: Timestamp? = nil) async throws(ParlayError)
        -> NewInvite
    {
        try await engine.value(Call(InviteCalls.create, InviteRequest(uses: uses, expiresAt: expiresAt)))
    }

    /// Withdraws an invite. Accounts that registered with it stay.
    public func removeInvite(_ id: Invite.ID) async throws(ParlayError) {
        try await engine.send(Call(InviteCalls.delete, at: id))
    }
}

// MARK: - Admins: the tenant

extension Parlay.Administration {
    /// The tenant's settings by name, such as `registration`.
    public func settings() async throws(ParlayError) -> Versioned<[String: JSONValue]> {
        try await engine.versioned(Call(TenantSettingsCalls.show))
    }

    /// Changes some of the tenant's settings.
    ///
    ///     try await parlay.admin.changeSettings(["registration": "invite", "token_days": 30])
    @discardableResult
    public func changeSettings(
        _ changes: [String: JSONValue],
        ifUnchanged version: Versioned<[String: JSONValue]>? = nil
    ) async throws(ParlayError) -> Versioned<[String: JSONValue]> {
        try await engine.versioned(Call(TenantSettingsCalls.change, changes, ifMatch: version?.version))
    }

    /// The categories of wagers, in the order to show them.
    public func categories() async throws(ParlayError) -> [String] {
        let answer: CategoryNames = try await engine.value(Call(CategoryCalls.all))
        return answer.names
    }

    /// Replaces all categories, and returns them as stored.
    @discardableResult
    public func setCategories(_ names: [String]) async throws(ParlayError) -> [String] {
        let answer: CategoryNames = try await engine.value(
            Call(CategoryCalls.replace, CategoryNames(names: names))
        )
        return answer.names
    }

    /// The games that come first in lists that ask for them, in their order.
    public func featuredGames() async throws(ParlayError) -> [Game.ID] {
        let answer: FeaturedGames = try await engine.value(Call(FeaturedCalls.show))
        return answer.gameIDs
    }

    /// - Parameter ids: at most 50.
    @discardableResult
    public func setFeaturedGames(_ ids: [Game.ID]) async throws(ParlayError) -> [Game.ID] {
        let answer: FeaturedGames = try await engine.value(
            Call(FeaturedCalls.replace, FeaturedGames(gameIDs: ids))
        )
        return answer.gameIDs
    }
}
