internal import Database
internal import HTTPServer
internal import Notifications
internal import ParlayAPI
internal import Security
internal import Tenancy

/// Codes from mails: the same rules for every purpose.
extension AccountService {
    /// Judges a typed code. An attempt counts, whatever its result; the caller counts a failure if it is wrong.
    ///
    /// - Throws: `Throttled` after too many failures, even for the right code.
    func attempt(_ typed: String, _ store: MailedCodeStore, in session: Session) async throws -> CodeAttempt {
        let network = session.address.network.description
        let typed = MailedCode(typed: typed)
        // Looked up even if it cannot be a code, so that it takes the same path as a wrong one.
        let (selector, digest) = (typed?.selector ?? "", typed?.digest.bytes ?? [])
        let unknown = ThrottleStore.LoginSubject(account: "reset:\(selector)", address: network)
        let (codes, blocks) = try await session.writeApart(
            store.validate(
                .id(session.tenant.id),
                .text(selector),
                .bytes(digest),
                .time(session.now),
                .text(network)
            ),
            ThrottleStore.blocked(session.tenant.id, unknown, at: session.now)
        )
        if let end = try blocks.one { throw Throttled(until: end, at: session.now) }
        let code = try codes.first
        let known = code.map { code in
            ThrottleStore.LoginSubject(account: "id:\(code.account.rawValue)", address: network)
        }
        return CodeAttempt(
            selector: selector,
            digest: digest,
            subject: known ?? unknown,
            code: code.flatMap { $0.isRight ? $0 : nil }
        )
    }
}

/// A typed code that was judged.
struct CodeAttempt: Sendable {
    static let wrong = FieldRule("aCode", "This code is wrong, used or expired. Request a new one.")

    let selector: String
    let digest: [UInt8]
    /// What a failure counts for.
    let subject: ThrottleStore.LoginSubject
    /// `nil` if the code is wrong.
    let code: CheckedCode?
}
