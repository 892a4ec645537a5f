internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Everything about the person themselves, each behind a link.
    static let me = Screen("me", "You") { visit in
        let profile = try await visit.read(ProfileCalls.showOwn)
        let app: [(String, AccountText, AccountText, Icon)] = [
            ("me/profile", .profile, .profileText, .person),
            ("me/settings", .settings, .settingsText, .settings),
            ("me/notifications", .notifications, .notificationsText, .bell),
            ("me/blocked", .blocked, .blockedText, .block),
        ]
        let account: [(String, AccountText, AccountText, Icon)] = [
            (
                "me/security", .security,
                visit.takesOutside ? .securityText : .securityTextPlain, .key
            ),
            ("me/passkeys", .passkeys, .passkeysText, .key),
            ("me/devices", .devices, .devicesText, .lock),
            ("me/export", .export, .exportText, .download),
            ("me/delete", .deleteAccount, .deleteAccountText, .warning),
        ]
        func rows(_ entries: [(String, AccountText, AccountText, Icon)]) -> [ListRow] {
            entries.map { path, title, detail, icon in
                ListRow(
                    visit.text(title),
                    href: visit.link(path),
                    leading: "\(icon)",
                    detail: "\(visit.text(detail, ["app": .text(visit.tenant.name)]))"
                )
            }
        }
        return Document(
            visit.text(AccountText.me),
            isNarrow: true,
            """
            \(PersonHead(profile, visit))
            \(List(rows(app), label: visit.text(AccountText.me)))
            \(List(rows(account), label: visit.text(AccountText.security)))
            """
        )
    }
}

/// A person's photo, names and what they say about themselves.
struct PersonHead {
    private let profile: Profile
    private let visit: Visit
    private let back: (text: String, href: String)?

    init(_ profile: Profile, _ visit: Visit, back: (text: String, href: String)? = nil) {
        self.profile = profile
        self.visit = visit
        self.back = back
    }
}

extension PersonHead: Part {
    var html: HTML {
        let person = profile.person
        return """
            \(optional(back) { "<a class=\"back\" href=\"\($0.href)\">\(Icon.arrowLeft)<span>\($0.text)</span></a>" })\
            <div class="person-head">\(Avatar(person, visit, .large))<div><h1>\(person.fullName)</h1>\
            <p class="soft">@\(person.username) \(badges)</p>\
            <p class="soft">\(since)</p></div></div>\
            \(profile.bio.isEmpty ? HTML.none : "<p class=\"prose bio\">\(profile.bio)</p>")
            """
    }

    private var since: String {
        visit.text(
            AccountText.memberSince,
            ["date": .text(visit.date(profile.createdAt, .monthYear))]
        )
    }

    private var badges: HTML {
        var badges = HTML.none
        switch profile.role.known {
        case .moderator: badges += Badge(visit.text(AccountText.moderator), .accent).html
        case .admin: badges += Badge(visit.text(AccountText.admin), .accent).html
        case .member, nil: break
        }
        if profile.status.known == .suspended {
            badges += Badge(visit.text(AccountText.suspended), .bad).html
        }
        switch profile.friendship.known {
        case .friend: badges += Badge(visit.text(AccountText.friend), .good).html
        case .received: badges += Badge(visit.text(AccountText.friendAsked), .info).html
        case .sent: badges += Badge(visit.text(AccountText.friendSent), .neutral).html
        case nil, .some(.none): break
        }
        return badges
    }
}
