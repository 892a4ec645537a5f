internal import Database
internal import HTTPServer
internal import Notifications
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// Telling people who signs in as them.
extension AccountService {
    /// Notes where a sign-in came from, and tells the person if that is new or if it follows many failures.
    ///
    /// - Parameter device: what the client calls itself: a label, or a `User-Agent`.
    func note(signInOf account: AccountID, with device: String, in session: Session) async throws {
        let device = device.hasPrefix("Mozilla/") ? Visit.browserName(device) : device
        let (tenant, network) = (Parameter.id(session.tenant.id), session.address.range.description)
        let signs = try await session.writeApart(
            KnownDeviceStore.note(
                tenant,
                .id(account),
                .text(device),
                .text(network),
                .time(session.now),
                .integer(throttles.settings.window)
            )
        ).one
        var notices: [Query] = []
        func tell(_ key: AccountNoticeText, _ values: [String: JSONValue]) {
            notices.append(
                SecurityNotice(to: account, key, values).query(session.tenant.id, at: session.now)
            )
        }
        if signs.isNew {
            let name = device.isEmpty ? "an app" : device
            tell(.securitySignIn, ["device": .string(name), "network": .string(network)])
        }
        if signs.followsFailures { tell(.securityFailures, [:]) }
        if !notices.isEmpty { _ = try await session.write(notices) }
    }

    /// Tells a person of a change of what they sign in with, with the write of the change.
    func notice(
        _ key: AccountNoticeText,
        to account: AccountID,
        in session: Session,
        _ values: [String: JSONValue] = [:]
    )
        -> Query
    {
        SecurityNotice(to: account, key, values).query(session.tenant.id, at: session.now)
    }
}
