internal import Database
internal import ParlayAPI
internal import Reactor

/// Who calls is asked again after whatever the call waited for.
extension Session {
    /// Whether the token decides who the caller is.
    var hasToken: Bool { !isAnonymous && !isAssumed }

    /// Refuses the caller below this role, now and after whatever the call waits for.
    func require(_ role: Role) async throws {
        neededRole = role
        try check(role: try await principal().role)
    }

    func check(role: Role) throws {
        guard let neededRole, role < neededRole else { return }
        throw TenancyError.forbidden("This call requires the role \(neededRole.rawValue).")
    }

    /// Whether anything can have changed since the tenant and the token were checked.
    var hasWaited: Bool { verifiedTurn == nil || verifiedTurn != EventLoop.current?.turnStart }

    /// Authenticates the token once more, if the call has waited since its last statement: its answer is for the caller
    /// alone. What is committed was authenticated together with the write.
    func confirm() async throws {
        guard !hasCommitted, hasToken, known == nil || hasWaited else { return }
        _ = try await read([])
    }

    /// The tenant as it is now, not as it was when the call began; `nil` if it is gone or suspended.
    package var presentTenant: Tenant? {
        registry.tenant(tenant.slug).flatMap { $0.isActive ? $0 : nil }
    }

    /// The error of a statement that was refused although the caller may ask. Another person's account was deleted
    /// meanwhile if require_active_account refuses a row.
    static func error(_ failure: StatementFailure) -> any Error {
        failure.constraint == "account_active"
            ? TenancyError.notFound("This account was deleted.") : DatabaseError.statement(failure)
    }
}
