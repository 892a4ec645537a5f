/// Whether names are free.
package enum AvailabilityCalls {
    package static let username = QueryField.text("username", 1...150, "A username.")
    package static let email = QueryField.text("email", 1...300, "An email address.")

    package static let check = Endpoint<Void, Never, Availability>(.get, "register/available")
        .access(.open).titled("Check if a username or an email is free").named("checkAvailability")
        .explained(
            """
            For forms, while people type. A name that cannot be a username is not available either. Send `username`, \
            `email` or both. The answer says nothing about `email` unless the tenant's setting `reveal_emails` is on. \
            Calls are limited like registrations, and counted separately.
            """
        )
        .query(Self.username, Self.email)
        .answering(200)
        .refusing(429, "throttled", "Too many calls from this address.")
}
