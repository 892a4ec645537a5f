package import Pages
internal import ParlayAPI

extension AppPart {
    /// What every app has: signing in, the home page, people and their own things.
    package static let accounts = AppPart(
        screens: [
            .home, .signIn, .signOut, .register, .reset, .setPassword, .verify, .me, .profile, .photo,
            .settings, .notifications, .security, .devices, .blocked, .export, .deletion, .people, .person,
        ],
        downloads: [
            Download(PhotoCalls.show, at: "people/{id:id}/photo"),
            Download(ExportCalls.export, at: "me/export/data.json"),
        ],
        menu: AccountMenu.entries,
        subjects: [SubjectPage("account") { "people/\($0)" }],
        wordings: [
            Wording("bad_credentials", AccountText.badCredentials),
            Wording("bad_password", AccountText.badPassword),
            Wording("account_suspended", AccountText.accountSuspended),
            Wording("registration_closed", AccountText.registrationClosed),
            Wording("username_taken", AccountText.usernameTaken),
            Wording("email_taken", AccountText.emailTaken),
            Wording("invite_required", AccountText.inviteRequired),
            Wording("no_email", AccountText.noEmail),
            Wording("already_verified", AccountText.verified),
            Wording("no_password", AccountText.noPassword),
            Wording("last_admin", AccountText.lastAdmin),
            Wording("last_sign_in", AccountText.lastSignIn),
            Wording("photo_unreadable", AccountText.photoUnreadable),
            Wording("crop_outside", AccountText.cropOutside),
            Wording("already_asked", AccountText.alreadyAsked),
            Wording("already_friends", AccountText.alreadyFriends),
            Wording(CodeAttempt.wrong, AccountText.wrongCode),
            Wording(AccountService.reservedName, AccountText.reservedName),
            Wording(
                "Use only letters, digits, \".\", \"_\" and \"-\".",
                AccountText.usernameRule
            ),
            Wording(
                "There is no such time zone; use a name such as \"Europe/Berlin\".",
                AccountText.unknownZone
            ),
            Wording("The password is too short; the minimum length is #.", AccountText.passwordShort),
            Wording("The password is too long; the limit is # bytes.", AccountText.passwordLong),
            Wording("The password must have at least # different characters.", AccountText.passwordVaried),
            Wording("The password must not be \u{201C}password\u{201D}.", AccountText.passwordCommon),
            Wording("The password is too common.", AccountText.passwordCommon),
            Wording("The password must not be the username.", AccountText.passwordIsName),
            Wording(
                "The password must not be the email address or its first part.",
                AccountText.passwordIsName
            ),
        ]
    )
}
