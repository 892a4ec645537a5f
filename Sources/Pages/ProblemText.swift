package import Localization

/// What people read of the problems and of the rules of fields that every component may have: by code, and by `FieldRule.key`.
package enum ProblemText: String, TextKey {
    // MARK: Codes of problems

    case badRequest = "bad_request", badQuery = "bad_query", malformedJson = "malformed_json"
    case badIdempotencyKey = "bad_idempotency_key", badHandshake = "bad_handshake", unauthorized, forbidden
    case notForKeys = "not_for_keys", scopeMissing = "scope_missing"
    case tenantNotFound = "tenant_not_found", notFound = "not_found", methodNotAllowed = "method_not_allowed"
    case idempotencyInFlight = "idempotency_in_flight", idempotencySealed = "idempotency_sealed"
    case preconditionFailed = "precondition_failed", preconditionRequired = "precondition_required"
    case bodyTooLarge = "body_too_large", uriTooLong = "uri_too_long"
    case unsupportedMediaType = "unsupported_media_type", expectationFailed = "expectation_failed"
    case validationFailed = "validation_failed", idempotencyKeyReused = "idempotency_key_reused"
    case upgradeRequired = "upgrade_required", tooManyRequests = "too_many_requests", throttled
    case streamExpired = "stream_expired", tooManyStreams = "too_many_streams"
    case headersTooLarge = "headers_too_large", internalError = "internal_error", overloaded
    case databaseUnavailable = "database_unavailable", outcomeUnknown = "outcome_unknown"
    case tooManySockets = "too_many_sockets", tooManyConnections = "too_many_connections"
    case notReady = "not_ready", httpVersionNotSupported = "http_version_not_supported"
    case httpsRequired = "https_required", foreignOrigin = "foreign_origin", editConflict = "edit_conflict"
    case searchTooBroad = "search_too_broad", secondFactorNeeded = "second_factor_needed"

    // MARK: Rules of fields

    case required, notNull, notBlank, unknownField, aString, aBoolean, anInteger, aNumber, aList, anObject
    case aTime, aDate, isTrue, noControlCharacters, oneLineName, visibleName, timeInFuture, aWebAddress
    case charactersAtLeast, charactersAtMost, elementsAtLeast, elementsAtMost, atLeast, atMost, between,
        aChoice
    case chooseFrom, aTimeZone, personNotFound, anAbsoluteAddress, addressWithoutPassword, addressIsSecure
    case addressPort, publicAddress

    package static let catalog = Catalog(
        en: PackageResources.problems_en_json,
        es: PackageResources.problems_es_json,
        de: PackageResources.problems_de_json
    )
}
