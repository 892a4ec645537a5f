internal import Localization
internal import Pages

/// What admins read of the settings that every tenant has.
enum SettingFields {
    static let all: [FieldPart] = [
        FieldPart(
            "registration",
            AdminText.registration,
            options: options([
                ("open", .registrationOpen), ("invite", .registrationInvite), ("closed", .registrationClosed),
            ])
        ),
        FieldPart(
            "sign_up_fields",
            AdminText.signUpFields,
            hint: .signUpFieldsHint,
            options: options([
                ("email", .email), ("username", .username), ("first_name", .firstName),
                ("last_name", .lastName),
            ])
        ),
        FieldPart("reveal_emails", AdminText.revealEmails, hint: .revealEmailsHint),
        FieldPart("token_days", AdminText.tokenDays),
        FieldPart("browser_days", AdminText.browserDays),
        FieldPart("password_min_length", AdminText.passwordMinLength, hint: .passwordMinLengthHint),
        FieldPart("accent_color", AdminText.accentColor, hint: .accentColorHint),
        FieldPart("locale", AdminText.localeOfApp, hint: .localeOfAppHint),
        FieldPart("allowed_origins", AdminText.allowedOrigins, hint: .allowedOriginsHint),
        FieldPart("mail_from", AdminText.mailFrom, hint: .mailFromHint),
        FieldPart("require_verified_email", AdminText.requireVerifiedEmail),
        FieldPart("creators", AdminText.creators),
        FieldPart("creators.name", AdminText.creatorName),
        FieldPart("creators.url", AdminText.creatorURL),
        FieldPart("creators.icon", AdminText.creatorIcon),
        FieldPart("requests_per_second", AdminText.requestsPerSecond),
        FieldPart("request_burst", AdminText.requestBurst),
        FieldPart("oidc_issuers", AdminText.oidcIssuers),
        FieldPart("oidc_issuers.issuer", AdminText.oidcIssuer),
        FieldPart("oidc_issuers.audiences", AdminText.oidcAudiences),
        FieldPart("oidc_issuers.link_by_email", AdminText.oidcLinkByEmail),
    ]

    private static func options(_ words: [(String, AdminText)]) -> @Sendable (Visit) -> [Field.Option] {
        { visit in words.map { Field.Option($0.0, visit.text($0.1)) } }
    }
}
