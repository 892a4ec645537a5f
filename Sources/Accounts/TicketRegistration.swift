internal import Database
internal import ParlayAPI
internal import Security
internal import Tenancy

/// Registering with a ticket, which replaces a password and, if the issuer has verified it, for the address.
extension Registration {
    /// Checks the ticket, if there is one, and takes over its address.
    ///
    /// - Parameter open: a ticket that is valid.
    mutating func apply(
        _ body: inout BodyReader,
        open: (String) -> RegistrationTicket?
    ) -> RegistrationTicket? {
        guard let text = registrationTicket else { return nil }
        if password != nil {
            body.refuse(
                Self.password,
                FieldRule("ticketReplacesPassword", "Leave it out: the ticket takes its place.")
            )
        }
        guard let ticket = open(text) else {
            body.refuse(Self.registrationTicket, RegistrationTicket.refusal)
            return nil
        }
        if email == nil, body.isValid(Self.email), ticket.isEmailVerified { email = ticket.email }
        return ticket
    }
}

extension RegistrationTicket {
    static let refusal = FieldRule(
        "aTicket",
        "This ticket is wrong, expired or used. Sign in with the outside account again."
    )

    /// Whether the issuer has verified this address, and the tenant takes its word for addresses.
    func verifies(_ email: String?, in tenant: Tenant) -> Bool {
        guard isEmailVerified, email != nil, email == self.email else { return false }
        return tenant.settings.trustsEmails(of: issuer)
    }

    /// What links the identity to the account that is being registered, in the same transaction. The ticket is used up
    /// with it.
    func queries(for registration: Registration, in session: Session) -> [Query] {
        guard let digest else { return [] }
        let tenant = Parameter.id(session.tenant.id)
        return [
            IdentityStore.useTicket(tenant, .bytes(digest.bytes), .time(expiresAt)),
            IdentityStore.link(
                tenant,
                .text(issuer),
                .text(subject),
                .text(email),
                .time(session.now),
                .integer(IdentityStore.limit)
            ).query,
        ]
    }
}
