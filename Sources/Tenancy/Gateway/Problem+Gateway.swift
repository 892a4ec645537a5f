internal import HTTPServer
internal import ParlayAPI

/// What the gateway refuses itself.
extension Problem {
    static let badTarget = Problem(
        status: 400,
        code: "bad_request",
        title: "Bad request",
        detail: "The path contains an invalid escape."
    )
    static let unknownTenant = Problem(
        status: 404,
        code: "tenant_not_found",
        title: "No such tenant",
        detail: "There is no tenant with this name."
    )
    static let unknownPath = Problem(
        status: 404,
        code: "not_found",
        title: "Not found",
        detail: "Unknown path."
    )
    /// A form was sent from somewhere else than the server's own page.
    static let foreignOrigin = Problem(
        status: 403,
        code: "foreign_origin",
        title: "Not sent from this site",
        detail: "Forms are accepted from this server's own pages only. Open the page here and try again."
    )
    /// The tenant has not turned on the route's module.
    static func off(_ route: TenantRoute) -> Problem {
        guard let module = route.module else { return unknownPath }
        return Problem(
            status: 404,
            code: "not_found",
            title: "Not found",
            detail: "The module `\(module.rawValue)` is off for this tenant."
        )
    }
    static func methodNotAllowed(_ allow: String) -> Problem {
        Problem(
            status: 405,
            code: "method_not_allowed",
            title: "Method not allowed",
            detail: "This path supports \(allow)."
        )
    }
    static let databaseUnavailable = Problem(
        status: 503,
        code: "database_unavailable",
        title: "Database unavailable",
        detail: "The database cannot be reached. Nothing was changed; try again."
    )
    /// Its disk is full, for example. The log has its words.
    static let databaseExhausted = Problem(
        status: 503,
        code: "database_unavailable",
        title: "Database unavailable",
        detail: "The database lacks disk space or memory. Nothing was changed; try again later."
    )
    /// The write may have happened.
    static let outcomeUnknown = Problem(
        status: 503,
        code: "outcome_unknown",
        title: "The outcome is unknown",
        detail:
            "The change may have been saved, but the server could not complete its answer. Send the call again with the same Idempotency-Key, or read the resource to check."
    )
}
