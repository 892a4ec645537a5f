internal import Accounts
internal import Database
internal import Notifications
internal import ParlayAPI
internal import Tenancy

/// Changes accounts of others. Runs in a transaction.
struct AccountEditing {
    private let session: Session
    private var tenant: Parameter { .id(session.tenant.id) }

    init(_ session: Session) { self.session = session }

    /// The account as it is then; `nil` if there is none.
    func apply(_ change: AccountChange, to id: AccountID) async throws -> Account? {
        if change.isForAdmins {
            _ = try await session.write(
                AccountAdminStore.change(
                    tenant,
                    .id(id),
                    .text(change.role.new?.rawValue),
                    .text(change.status.new?.rawValue),
                    .time(session.now)
                )
            )
        }
        if change.changesContent { try await edit(change, id) }
        return try await session.read(AccountAdminStore.find(tenant, .id(id))).first
    }

    /// Changes what the account shows, and tells the person.
    private func edit(_ change: AccountChange, _ id: AccountID) async throws {
        let edited = try await session.write(
            AccountAdminStore.edit(
                tenant,
                .id(id),
                .text(change.username.new),
                .boolean(change.firstName != .keep),
                .text(change.firstName.new ?? nil),
                .boolean(change.lastName != .keep),
                .text(change.lastName.new ?? nil),
                .boolean(change.bio != .keep),
                .boolean(change.photo != .keep),
                .time(session.now),
                .text(change.reason)
            )
        )
        let fields = (try edited.first ?? "").split(separator: ",").map(String.init)
        guard !fields.isEmpty else { return }
        let notice = NoticeDraft(
            to: [id],
            .contentRemoved,
            title: "Changed by a moderator",
            text: Self.text(fields, change.reason),
            subject: Subject(type: "account", id: id.rawValue),
            by: try await session.principal().accountID
        )
        _ = try await session.write(notice.query(session.tenant.id, at: session.now))
    }

    /// - Parameter fields: that changed, at least one.
    static func text(_ fields: [String], _ reason: String?) -> String {
        func list(_ verb: String, _ words: [String]) -> [String] {
            guard let last = words.last else { return [] }
            let rest = words.dropLast().joined(separator: ", ")
            return ["\(verb) your \(rest.isEmpty ? last : "\(rest) and \(last)")"]
        }
        let removed = fields.filter { ["photo", "bio"].contains($0) }
        let changed = fields.filter { !removed.contains($0) }.map { $0.replacing("_", with: " ") }
        let done = (list("removed", removed) + list("changed", changed)).joined(separator: " and ")
        return "A moderator \(done)" + (reason.map { ": \($0)" } ?? ".")
    }
}

extension AccountChange {
    fileprivate var changesContent: Bool {
        photo != .keep || bio != .keep || username != .keep || firstName != .keep || lastName != .keep
    }
}

extension Change {
    /// `nil` to keep what is there.
    fileprivate var new: Value? {
        switch self {
        case .keep: nil
        case .set(let new): new
        }
    }
}
