internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Whether names are free, for the forms of people who register.
package struct AvailabilityRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(AvailabilityCalls.check, handler: check)
                .checkingQueryItself()
        ]
    }

    private func check(_ call: Call) async throws -> Response {
        try await accounts.throttles.count(.availability, in: call.session)
        let (username, email) = (
            try call.query[AvailabilityCalls.username], try call.query[AvailabilityCalls.email]
        )
        guard username != nil || email != nil else {
            throw TenancyError.badQuery(
                parameter: AvailabilityCalls.username.name,
                reason: "Send username or email."
            )
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
