internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Everybody of the tenant. Admins find them by name, email and id; moderators by name.
    static let consolePeople = Screen("admin/people", "People", for: .role(.moderator)) { visit in
        let words = visit.query("q").map { String($0.prefix(100)) }
        let isAdmin = visit.role == .admin
        return Document(
            visit.text(AdminText.people),
            in: "admin/people",
            """
            \(PageHead(visit.text(AdminText.people)))
            \(SearchForm(
                action: visit.link("admin/people"),
                label: visit.text(isAdmin ? AdminText.findAnybody : .findByName),
                button: visit.text(PageText.search),
                value: words ?? ""
            ))
            <div id="people">\(isAdmin ? try await accounts(words, visit) : try await names(words, visit))</div>
            """
        )
    }

    private static func accounts(_ words: String?, _ visit: Visit) async throws -> HTML {
        var rows: [ListRow] = []
        // A number may also be the id of somebody.
        if let id = words.flatMap({ Int64($0) }), visit.query("cursor") == nil,
            let found = try await visit.find({ try await visit.read(AccountAdminCalls.show, id) })
        {
            rows.append(row(found, visit))
        }
        let page = try await visit.read(
            AccountAdminCalls.list,
            [("q", words), ("cursor", visit.query("cursor"))]
        )
        rows += page.items.map { row($0, visit) }
        return "\(list(rows, visit))\(visit.pager(page.nextCursor))"
    }

    private static func names(_ words: String?, _ visit: Visit) async throws -> HTML {
        guard let words else { return "\(EmptyState(.people, visit.text(AdminText.findByName)))" }
        let page: ListPage<Person>
        do {
            page = try await visit.read(PeopleCalls.find, [("q", words), ("cursor", visit.query("cursor"))])
        } catch let error as any ProblemConvertible where error.problem.code == "search_too_broad" {
            return "\(Alert(.warning, visit.sentence(about: error.problem)))"
        }
        let rows = page.items.map { person in
            ListRow(
                person.fullName,
                href: visit.consoleLink(to: person),
                leading: "\(Avatar(person, visit))",
                detail: "@\(person.username)"
            )
        }
        return "\(list(rows, visit))\(visit.pager(page.nextCursor))"
    }

    private static func list(_ rows: [ListRow], _ visit: Visit) -> List {
        List(
            rows,
            label: visit.text(AdminText.people),
            empty: EmptyState(
                .search,
                visit.text(AdminText.nobodyFound),
                visit.text(AdminText.nobodyFoundText)
            )
        )
    }

    private static func row(_ profile: Profile, _ visit: Visit) -> ListRow {
        ListRow(
            profile.person.fullName,
            href: visit.consoleLink(to: profile.person),
            leading: "\(Avatar(profile.person, visit))",
            badge: visit.badges(of: profile),
            detail: "@\(profile.person.username)\(optional(profile.email) { " · \($0)" })",
            trailingDetail: "\(visit.time(profile.createdAt, .day))"
        )
    }

    /// A person with everything that the console can do about them. Modules add what they know.
    static let consolePerson = Screen(
        "admin/people/{id:id}",
        "A person",
        for: .role(.moderator),
        writes: [
            ScreenWrite(AccountAdminCalls.change, needsRecentSignIn: true) { visit, _ in
                "admin/people/\(visit.value("id"))?done=saved"
            }
        ]
    ) { visit in
        let isAdmin = visit.role == .admin
        let profile = try await visit.read(
            isAdmin ? AccountAdminCalls.show : ProfileCalls.show,
            try visit.id()
        )
        let blocks = try await visit.consoleBlocks(of: profile)
        return Document(
            profile.person.fullName,
            in: "admin/people",
            """
            \(PageHead(profile.person.fullName, back: (visit.text(AdminText.people), visit.link("admin/people"))))
            \(visit.flash("saved", AdminText.wasSaved))
            \(Columns(
                "\(PersonCase(profile, visit).facts)\(each(blocks) { $0 })",
                side: "<div class=\"stack\">\(PersonCase(profile, visit).moves)</div>"
            ))
            """
        )
    }
}

extension Visit {
    /// Role and state, where they are not the usual ones.
    func badges(of profile: Profile) -> HTML {
        let role: HTML =
            switch profile.role.known {
            case .admin: "\(Badge(text(AdminText.admin), .info))"
            case .moderator: "\(Badge(text(AdminText.moderator), .info))"
            case .member, nil: .none
            }
        return "\(role)\(profile.status == .suspended ? Badge(text(AdminText.suspended), .bad).html : .none)"
    }
}

/// What the console shows and does about a person.
private struct PersonCase {
    private let profile: Profile
    private let visit: Visit

    init(_ profile: Profile, _ visit: Visit) {
        self.profile = profile
        self.visit = visit
    }

    var facts: Card {
        var facts: [(word: String, value: HTML)] = [
            (visit.text(AdminText.username), "@\(profile.person.username)"),
            (visit.text(AdminText.number), "\(profile.person.id)"),
        ]
        if let email = profile.email {
            let state =
                profile.emailVerified == true
                ? Badge(visit.text(AdminText.confirmed), .good)
                : Badge(visit.text(AdminText.unconfirmed), .warning)
            facts.append(
                (
                    visit.text(AdminText.email),
                    "\(email) \(profile.emailVerified == nil ? HTML.none : state.html)"
                )
            )
        }
        facts.append((visit.text(AdminText.joined), visit.time(profile.createdAt)))
        facts.append((visit.text(AdminText.lastActive), visit.time(profile.lastActiveAt)))
        return Card(
            nil,
            """
            <div class="person-head">\(Avatar(profile.person, visit, .large))<div>\(visit.badges(of: profile))\
            <p>\(profile.bio)</p><p><a href="\(visit.personLink(profile.person.id))">\(visit.text(AdminText.asOthers))</a></p></div></div>
            \(Facts(facts))
            """
        )
    }

    var moves: HTML {
        guard profile.person.id != visit.accountID else {
            return Alert(.info, visit.text(AdminText.thatIsYou)).html
        }
        return visit.role == .admin ? "\(state)\(role)\(content)" : "\(content)"
    }

    private var state: Card {
        let isSuspended = profile.status == .suspended
        let form = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "state")
        return Card(
            visit.text(isSuspended ? AdminText.suspended : .suspend),
            """
            <p class="soft">\(visit.text(isSuspended ? AdminText.resumeText : .suspendText))</p>
            <div class="buttons">\(form.button(
                visit.text(isSuspended ? AdminText.resume : .suspend),
                isSuspended ? .primary : .danger,
                confirm: visit.text(isSuspended ? AdminText.resumeSure : .suspendSure),
                fields: form.hidden("status", isSuspended ? "active" : "suspended")
            ))</div>
            """
        )
    }

    private var role: Card {
        let form = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "role")
        let roles: [(Profile.Role, AdminText, AdminText)] = [
            (.member, .member, .memberText), (.moderator, .moderator, .moderatorText),
            (.admin, .admin, .adminText),
        ]
        let options = roles.map { Field.Option($0.rawValue, visit.text($1), detail: visit.text($2)) }
        return Card(
            visit.text(AdminText.role),
            form(
                """
                \(form.alert)
                \(form.field("role", visit.text(AdminText.role), .choices(options), value: profile.role.rawValue))
                \(form.submit(visit.text(PageText.save), .quiet))
                """
            )
        )
    }

    /// What moderators change of what somebody wrote. The person reads the reason.
    private var content: Card {
        let form = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "name")
        let bio = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "bio")
        let photo = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "photo")
        func removal(_ form: ScreenForm, _ field: String, _ word: AdminText, _ sure: AdminText) -> HTML {
            form.button(
                visit.text(word),
                .quiet,
                confirm: visit.text(sure),
                fields: form.hidden(field, "")
            )
        }
        let rename = form(
            """
            \(form.alert)
            \(form.field("username", visit.text(AdminText.username), value: profile.person.username, isRequired: true))
            \(form.field("reason", visit.text(AdminText.reason), .textarea(rows: 2), hint: visit.text(AdminText.reasonHint)))
            \(form.submit(visit.text(PageText.save), .quiet))
            """
        )
        return Card(
            visit.text(AdminText.content),
            """
            <p class="soft">\(visit.text(AdminText.contentText))</p>
            <div class="buttons">\(profile.bio.isEmpty ? .none : removal(bio, "bio", .removeBio, .removeBioSure))\
            \(profile.person.photo == nil ? .none : removal(photo, "photo", .removePhoto, .removePhotoSure))</div>
            \(Disclosure(visit.text(AdminText.rename), isOpen: form.refusal != nil, rename))
            """
        )
    }
}
