internal import Localization
package import Pages
internal import ParlayAPI

/// What moderators can hide of an account.
private let accountParts: @Sendable (Visit) -> [Field.Option] = { visit in
    let parts: [(String, AccountText)] = [("photo", .photo), ("bio", .bioOfPerson), ("name", .name)]
    return parts.map { Field.Option($0, visit.text($1)) }
}

extension AppPart {
    /// What every app has: signing in, the home page, people and their own things.
    package static let accounts = AppPart(
        screens: [
            .home, .signIn, .signOut, .register, .reset, .setPassword, .verify, .notMe, .me, .profile, .photo,
            .settings, .notifications, .security, .secondFactor, .passkeys, .devices, .blocked, .export,
            .deletion,
            .people, .person,
            .outside, .outsideReturn, .providerReturn, .linkOutside,
        ],
        downloads: [
            Download(PhotoCalls.show, at: "people/{id:id}/photo"),
            Download(ExportCalls.export, at: "me/export/data.json"),
        ],
        menu: AccountMenu.entries,
        subjects: [SubjectPage("account", parts: accountParts) { "people/\($0)" }]
    )
}
