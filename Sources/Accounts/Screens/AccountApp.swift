package import Pages
internal import ParlayAPI

extension AppPart {
    /// What every app has: signing in, the home page, people and their own things.
    package static let accounts = AppPart(
        screens: [
            .home, .signIn, .signOut, .register, .reset, .setPassword, .verify, .me, .profile, .photo,
            .settings, .notifications, .security, .devices, .blocked, .export, .deletion, .people, .person,
            .outside, .outsideReturn, .linkOutside,
        ],
        downloads: [
            Download(PhotoCalls.show, at: "people/{id:id}/photo"),
            Download(ExportCalls.export, at: "me/export/data.json"),
        ],
        menu: AccountMenu.entries,
        subjects: [SubjectPage("account") { "people/\($0)" }]
    )
}
