internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Whether names are free, for the forms of people who register.
package struct AvailabilityRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    private static let username = QueryField.text("username", 1...150, "A username.")
    private static let email = QueryField.text("email", 1...300, "An email address.")

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .get,
                "register/available",
                "Check if a username or an email is free",
                access: .open,
                handler: check
            )
            .named("checkAvailability")
            .explained(
                """
                For forms, while people type. A name that cannot be a username is not available either. Send `username`, \
                `email` or both. The answer says nothing about `email` unless the tenant's setting `reveal_emails` is on. \
                Calls are limited like registrations, and counted apart from them.
                """
            )
            .query(Self.username, Self.email)
            .checkingQueryItself()
            .answering(200, .resource(Availability.self))
            .refusing(429, "throttled", "Too many questions from this address.")
        ]
    }

    private func check(_ call: Call) async throws -> Response {
        try await accounts.throttles.count(.availability, in: call.session)
        let (username, email) = (try call.query[Self.username], try call.query[Self.email])
        guard username != nil || email != nil else {
            throw TenancyError.badQuery(parameter: Self.username.name, reason: "Send username or email.")
        }
        var answer = Availability()
        if let username {
            answer.username = try await accounts.isAvailable(username: username, in: call.session)
        }
        if let email, call.tenant.settings.revealEmails {
            answer.email = try await accounts.isAvailable(email: email, in: call.session)
        }
        return Response.json(answer).taggedByContent
    }
}
