package import Pages
internal import ParlayAPI
internal import Tenancy

extension AppPart {
    /// The console of a tenant: what its moderators and admins do in a browser.
    package static let administration = AppPart(
        screens: [
            .overview, .reports, .report, .hidden, .consolePeople, .consolePerson, .audit, .invites,
            .tenantSettings, .keys, .key,
        ],
        sections: [
            Section("admin", AdminText.overview, icon: .home, role: .moderator, place: 10),
            Section("admin/reports", AdminText.reports, icon: .flag, role: .moderator, place: 20),
            Section("admin/people", AdminText.people, icon: .people, role: .moderator, place: 30),
            Section("admin/audit", AdminText.audit, icon: .book, role: .admin, place: 80),
            Section("admin/settings", AdminText.settings, icon: .settings, role: .admin, place: 45),
        ],
        menu: [
            MenuEntry(place: 5) { visit in
                guard visit.isModerator else { return .none }
                return visit.isInConsole
                    ? Frame.item(visit.text(AdminText.toApp), .arrowLeft, href: visit.base)
                    : Frame.item(visit.text(AdminText.console), .shield, href: visit.link("admin"))
            }
        ],
        settings: SettingFields.all,
        charts: [
            FigureChart("people", AdminText.chartPeople, place: 10),
            FigureChart("sign_ups", AdminText.chartSignUps, place: 11),
            FigureChart("active", AdminText.chartActive, place: 12, isPerDay: true),
        ]
    )
}
