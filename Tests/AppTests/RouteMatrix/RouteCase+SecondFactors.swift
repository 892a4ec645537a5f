import TestWorlds

@testable import App

extension RouteCase {
    /// The owner has a second factor that no sign-in asks for, so that the other cases can sign in; the blocked person's is asked for.
    static let secondFactors: [RouteCase] = [
        RouteCase(
            "v1 POST login/second",
            200,
            elsewhere: .body(401),
            path: { _ in "login/second" },
            body: { _, named in
                #"{"ticket": "\#(named.ticket)", "code": "\#(named.recoveryCode)"}"#
            }
        ),
        RouteCase(
            "v1 POST not-me",
            204,
            elsewhere: .body(404),
            path: { _ in "not-me" },
            body: { _, named in #"{"code": "\#(named.notMe)"}"# }
        ),
        RouteCase(
            "v1 POST second-factor",
            409,
            path: { _ in "second-factor" },
            body: { _, _ in #"{"password": "\#(RouteMatrixFixture.password)"}"# }
        ),
        RouteCase(
            "v1 POST second-factor/proof",
            409,
            path: { _ in "second-factor/proof" },
            body: { _, _ in #"{"code": "287082"}"# }
        ),
        RouteCase(
            "v1 POST second-factor/recovery-codes",
            200,
            path: { _ in "second-factor/recovery-codes" },
            body: secondFactor
        ),
        RouteCase(
            "v1 POST second-factor/delete",
            204,
            path: { _ in "second-factor/delete" },
            body: secondFactor
        ),
        RouteCase(
            "v1 GET admin/accounts/{id:id}/second-factor",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/accounts/\($0.owner.id)/second-factor" }
        ),
        RouteCase(
            "v1 POST admin/accounts/{id:id}/second-factor/reset",
            202,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/accounts/\($0.owner.id)/second-factor/reset" }
        ),
    ]

    private static let secondFactor: @Sendable (Scenario, Scenario) -> String = { _, named in
        #"{"code": "\#(named.recoveryCode)", "password": "\#(RouteMatrixFixture.password)"}"#
    }
}
