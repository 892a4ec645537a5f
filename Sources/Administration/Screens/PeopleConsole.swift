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
        let total = try await total(visit)
        return Document(
            visit.text(AdminText.people),
            in: "admin/people",
            """
            \(PageHead(visit.text(AdminText.people), lead: total))\(visit.flash("erased", AdminText.wasErased))
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

    /// How many there are, as the worker has counted; nothing before that.
    private static func total(_ visit: Visit) async throws -> HTML {
        let figures = try await visit.read(FigureCalls.show).figures
        guard let count = figures.first(where: { $0.name == "people" })?.days.last?.value else {
            return .none
        }
        return "\(visit.text(AdminText.peopleCount, ["count": .number(count)]))"
    }

    /// The ways to sort the list; each keeps what is searched for.
    private static func orders(_ current: AccountSort, _ words: String?, _ visit: Visit) -> Tabs {
        let orders: [(AccountSort, AdminText)] = [
            (.newest, .newestFirst), (.name, .byName), (.lastActive, .lastActiveFirst),
        ]
        return Tabs(
            orders.map { order, text in
                let sort = order == .newest ? nil : order.rawValue
                return Tabs.Tab(
                    visit.text(text),
                    href: visit.here([("q", words), ("sort", sort)]),
                    isCurrent: order == current
                )
            },
            label: visit.text(AdminText.order)
        )
    }

    private static func accounts(_ words: String?, _ visit: Visit) async throws -> HTML {
        let order = visit.query("sort").flatMap(AccountSort.init(rawValue:)) ?? .newest
        var rows: [ListRow] = []
        // A number may also be the id of somebody.
        if let id = words.flatMap({ Int64($0) }), visit.query("cursor") == nil,
            let found = try await visit.find({ try await visit.read(AccountAdminCalls.show, id) })
        {
            rows.append(row(found, visit))
        }
        let page = try await visit.read(
            AccountAdminCalls.list,
            [("q", words), ("sort", order.rawValue), ("cursor", visit.query("cursor"))]
        )
        rows += page.items.map { row($0, visit, isByActivity: order == .lastActive) }
        return """
            \(orders(order, words, visit))\(list(rows, visit))\(visit.pager(page.nextCursor, keeping: ["q", "sort"]))
            """
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

    private static func row(_ profile: Profile, _ visit: Visit, isByActivity: Bool = false) -> ListRow {
        let time: HTML =
            isByActivity
            ? "\(visit.text(AdminText.lastActive)) \(visit.time(profile.lastActiveAt))"
            : "\(visit.text(AdminText.joined)) \(visit.time(profile.createdAt, .day))"
        return ListRow(
            profile.person.fullName,
            href: visit.consoleLink(to: profile.person),
            leading: "\(Avatar(profile.person, visit))",
            badge: visit.badges(of: profile),
            detail: "@\(profile.person.username)\(optional(profile.email) { " · \($0)" })",
            trailingDetail: time
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
            },
            ScreenWrite(AccountAdminCalls.mailReset, needsRecentSignIn: true) { visit, _ in
                "admin/people/\(visit.value("id"))?done=reset"
            },
            ScreenWrite(AccountAdminCalls.signOut, needsRecentSignIn: true) { visit, _ in
                "admin/people/\(visit.value("id"))?done=signed-out"
            },
            ScreenWrite(AccountAdminCalls.resetSecondFactor, needsRecentSignIn: true) { visit, _ in
                "admin/people/\(visit.value("id"))?done=factor"
            },
            ScreenWrite(downloading: AccountAdminCalls.export, needsRecentSignIn: true),
            ScreenWrite(AccountAdminCalls.erase, needsRecentSignIn: true) { _, _ in
                "admin/people?done=erased"
            },
        ]
    ) { visit in
        let isAdmin = visit.role == .admin
        let profile = try await visit.read(
            isAdmin ? AccountAdminCalls.show : ProfileCalls.show,
            try visit.id()
        )
        let factor = isAdmin ? try await visit.read(AccountAdminCalls.secondFactor, try visit.id()) : nil
        let blocks = try await visit.consoleBlocks(of: profile)
        let records = try await PersonRecords(profile, visit).html
        return Document(
            profile.person.fullName,
            in: "admin/people",
            """
            \(PageHead(profile.person.fullName, back: (visit.text(AdminText.people), visit.link("admin/people"))))
            \(visit.flash("saved", AdminText.wasSaved))\(visit.flash("reset", AdminText.resetSent))\
            \(visit.flash("signed-out", AdminText.wasSignedOut))\(visit.flash("factor", AdminText.factorResetBegun))
            \(Columns(
                "\(PersonCase(profile, factor, visit).facts)\(each(blocks) { $0 })\(records)",
                side: "<div class=\"stack\">\(PersonCase(profile, factor, visit).moves)</div>"
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
