internal import Pages
internal import ParlayAPI
internal import Security
internal import Tenancy

extension Kept {
    /// The secret of a browser that is on its way through an issuer; see `AuthorizationState`.
    static let outside = Kept("outside", life: Int(AuthorizationState.seconds), isGuarded: true)

    /// With what a newcomer registers; see `KeptTicket`. A registration uses it up.
    static let ticket = Kept("ticket", life: 900, isGuarded: true, settle: { _, _ in "" })
}

/// The ticket of a newcomer who came from an issuer, and the name that they have there.
struct KeptTicket {
    /// What the form sends.
    let text: String
    let ticket: RegistrationTicket
    let firstName: String?
    let lastName: String?

    /// What the browser keeps; `nil` if it has none that is valid here.
    init?(_ visit: Visit) {
        let parts = Kept.ticket.value(in: visit).split(separator: ".", omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 3,
            let ticket = RegistrationTicket(
                parts[0],
                for: visit.tenant.id,
                signer: visit.call.signer,
                at: visit.now
            )
        else { return nil }
        text = parts[0]
        self.ticket = ticket
        firstName = Self.name(parts[1])
        lastName = Self.name(parts[2])
    }

    private static func name(_ text: String) -> String? {
        guard let bytes = Base64URL.decode(text), !bytes.isEmpty else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The value for the browser. A name that does not fit is left out.
    static func value(_ ticket: String, firstName: String?, lastName: String?) -> String {
        let names = [firstName, lastName].map { name in
            Base64URL.encode(Array((name ?? "").prefix(50).utf8))
        }
        let value = ([ticket] + names).joined(separator: ".")
        return value.utf8.count <= Kept.limit ? value : "\(ticket).."
    }
}
