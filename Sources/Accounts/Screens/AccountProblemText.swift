package import Localization

/// What people read of the problems and of the rules of fields around accounts.
package enum AccountProblemText: String, TextKey {
    // MARK: Codes of problems

    case badCredentials = "bad_credentials", oidcTokenRefused = "oidc_token_refused", noAccount = "no_account"
    case identityTaken = "identity_taken", lastSignIn = "last_sign_in", noPassword = "no_password"
    case issuerUnavailable = "issuer_unavailable", badPassword = "bad_password"
    case oauthCodeRefused = "oauth_code_refused", providerUnavailable = "provider_unavailable"
    case alreadyVerified = "already_verified", noEmail = "no_email", alreadyAsked = "already_asked"
    case alreadyFriends = "already_friends", accountSuspended = "account_suspended"
    case registrationClosed = "registration_closed", inviteRequired = "invite_required"
    case usernameTaken = "username_taken", emailTaken = "email_taken", lastAdmin = "last_admin"
    case ownRole = "own_role", ownAccount = "own_account", noPhoto = "no_photo"
    case photoUnreadable = "photo_unreadable", cropOutside = "crop_outside", personNotFound =
        "person_not_found"

    case passkeyRefused = "passkey_refused", lastCredential = "last_credential"
    case passkeysUnavailable = "passkeys_unavailable"
    case secondFactorRequired = "second_factor_required", badSecondFactor = "bad_second_factor"
    case secondFactorExpired = "second_factor_expired", badCode = "bad_code"
    case secondFactorOff = "second_factor_off", secondFactorExists = "second_factor_exists"
    case secondFactorMissing = "second_factor_missing", linkExpired = "link_expired"
    case pushUnavailable = "push_unavailable"

    // MARK: Rules of fields

    case codeNeeded, usernameCharacters, anEmail, aLanguageCode, aLanguageTag
    case timeZoneName, nameNotReserved, passwordForEmail, ticketReplacesPassword, aTicket, aCode,
        friendIsOther
    case anOAuthCode, aVerifier, aRedirectURI
    case anIDToken, outsideAccountLimit, besideIDToken, besideNonce, idsOrUpTo, idsNeeded, passwordTooShort
    case passwordTooLong, passwordTooUniform, passwordIsPassword, passwordTooCommon, passwordIsUsername
    case passwordIsEmail, aPasskey, passkeyLimit, pushKey, pushToken, pushForBrowsers, pushForApps
    case quietHours

    package static let catalog = Catalog(
        en: PackageResources.problems_en_json,
        es: PackageResources.problems_es_json,
        de: PackageResources.problems_de_json
    )
}
