internal import Localization
internal import Pages

/// What admins read of the settings that every tenant has.
enum SettingFields {
    static let all: [FieldPart] = [
        FieldPart(
            "registration",
            AdminText.registration,
            choices: options([
                ("open", .registrationOpen), ("invite", .registrationInvite), ("closed", .registrationClosed),
            ])
        ),
        FieldPart(
            "sign_up_fields",
            AdminText.signUpFields,
            hint: .signUpFieldsHint,
            choices: options([
                // As they are declared, so that saving changes no order.
                ("email", .email), ("first_name", .firstName), ("last_name", .lastName),
                ("username", .username),
            ])
        ),
        FieldPart("reveal_emails", AdminText.revealEmails, hint: .revealEmailsHint),
        FieldPart("token_days", AdminText.tokenDays, isTechnical: true),
        FieldPart("browser_days", AdminText.browserDays),
        FieldPart("password_min_length", AdminText.passwordMinLength, hint: .passwordMinLengthHint),
        FieldPart(
            "second_factor",
            AdminText.secondFactor,
            hint: .secondFactorHint,
            choices: options([
                ("off", .secondFactorOff), ("optional", .secondFactorOptional), ("staff", .secondFactorStaff),
                ("everyone", .secondFactorEveryone),
            ])
        ),
        FieldPart(
            "second_factor_reset_hours",
            AdminText.secondFactorResetHours,
            hint: .secondFactorResetHoursHint
        ),
        FieldPart(
            "accent_color",
            AdminText.accentColor,
            hint: .accentColorHint,
            kind: .color,
            note: { color, localizer in
                guard let contrast = Theme.contrastWithWhite(of: color) else { return nil }
                return localizer.text(
                    contrast < Theme.leastContrast ? AdminText.colorIsPale : .colorIsReadable,
                    ["contrast": .text(localizer.decimal(contrast, places: 1...1))]
                )
            }
        ),
        FieldPart("hidden_sections", AdminText.hiddenSections, hint: .hiddenSectionsHint),
        FieldPart(
            "locale",
            AdminText.localeOfApp,
            hint: .localeOfAppHint,
            choices: { localizer in
                [Field.Option("", localizer.text(AdminText.localeOfBrowser))]
                    + Language.allCases.map {
                        Field.Option($0.rawValue, localizer.language($0.rawValue))
                    }
            }
        ),
        FieldPart("allowed_origins", AdminText.allowedOrigins, hint: .allowedOriginsHint, isTechnical: true),
        FieldPart("mail_from", AdminText.mailFrom, hint: .mailFromHint, kind: .text),
        FieldPart("require_verified_email", AdminText.requireVerifiedEmail),
        FieldPart("creators", AdminText.creators),
        FieldPart("creators.name", AdminText.creatorName),
        FieldPart("creators.url", AdminText.creatorURL, kind: .url),
        FieldPart("creators.icon", AdminText.creatorIcon, kind: .url),
        FieldPart("requests_per_second", AdminText.requestsPerSecond, isTechnical: true),
        FieldPart("request_burst", AdminText.requestBurst, isTechnical: true),
        FieldPart("key_requests_per_second", AdminText.keyRequestsPerSecond, isTechnical: true),
        FieldPart("oidc_issuers", AdminText.oidcIssuers, isTechnical: true),
        FieldPart("oidc_issuers.issuer", AdminText.oidcIssuer, kind: .url),
        FieldPart("oidc_issuers.audiences", AdminText.oidcAudiences),
        FieldPart(
            "oidc_issuers.web_client_id",
            AdminText.oidcWebClient,
            hint: .oidcWebClientHint,
            kind: .text
        ),
        FieldPart("oidc_issuers.link_by_email", AdminText.oidcLinkByEmail),
        FieldPart("oauth_providers", AdminText.oauthProviders, isTechnical: true),
        FieldPart(
            "oauth_providers.provider",
            AdminText.oauthProvider,
            hint: .oauthProviderHint,
            kind: .text
        ),
        FieldPart("oauth_providers.name", AdminText.oauthName, hint: .oauthNameHint, kind: .text),
        FieldPart("oauth_providers.client_id", AdminText.oauthClientID, kind: .text),
        FieldPart(
            "oauth_providers.client_secret",
            AdminText.oauthClientSecret,
            hint: .oauthClientSecretHint,
            kind: .password
        ),
        FieldPart("oauth_providers.authorization_url", AdminText.oauthAuthorizationURL, kind: .url),
        FieldPart("oauth_providers.token_url", AdminText.oauthTokenURL, kind: .url),
        FieldPart("oauth_providers.profile_url", AdminText.oauthProfileURL, kind: .url),
        FieldPart("oauth_providers.scope", AdminText.oauthScope, hint: .oauthScopeHint, kind: .text),
        FieldPart("oauth_providers.link_by_email", AdminText.oauthLinkByEmail),
        FieldPart("apple_apps", AdminText.appleApps, hint: .appleAppsHint, isTechnical: true),
        FieldPart("android_apps", AdminText.androidApps, isTechnical: true),
        FieldPart("android_apps.package", AdminText.androidPackage, kind: .text),
        FieldPart("android_apps.fingerprints", AdminText.androidFingerprints, kind: .text),
        FieldPart("push_apps", AdminText.pushApps, hint: .pushAppsHint, isTechnical: true),
        FieldPart(
            "push_apps.platform",
            AdminText.pushPlatform,
            choices: { localizer in
                // The empty one makes an empty place of the list.
                [Field.Option("", "–")]
                    + options([("apns", .pushPlatformApple), ("fcm", .pushPlatformFirebase)])(localizer)
            }
        ),
        FieldPart("push_apps.team_id", AdminText.pushTeam, kind: .text),
        FieldPart("push_apps.key_id", AdminText.pushKeyID, kind: .text),
        FieldPart("push_apps.topic", AdminText.pushTopic, kind: .text),
        FieldPart("push_apps.sandbox", AdminText.pushSandbox),
        FieldPart("push_apps.project_id", AdminText.pushProject, hint: .pushProjectHint, kind: .text),
        FieldPart("push_apps.client_email", AdminText.pushClient, hint: .pushProjectHint, kind: .text),
        FieldPart(
            "push_apps.private_key",
            AdminText.pushPrivateKey,
            hint: .pushPrivateKeyHint,
            kind: .password
        ),
    ]

    private static func options(_ words: [(String, AdminText)]) -> @Sendable (Localizer) -> [Field.Option] {
        { localizer in words.map { Field.Option($0.0, localizer.text($0.1)) } }
    }
}
