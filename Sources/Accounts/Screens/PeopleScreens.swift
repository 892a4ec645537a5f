internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Looks for people by name; before that, who is a friend or asked to be one.
    static let people = Screen("people", "Find people") { visit in
        let words = visit.query("q")
        // Read first: who looks decides the language of the rest.
        let people = try await found(words, visit)
        return Document(
            visit.text(AccountText.people),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.people)))
            \(SearchForm(
                action: visit.link("people"),
                label: visit.text(AccountText.searchPeople),
                button: visit.text(PageText.search),
                value: words ?? ""
            ))
            <div id="people">\(people)</div>
            """
        )
    }

    private static func found(_ words: String?, _ visit: Visit) async throws -> HTML {
        guard let words else { return try await friends(visit) }
        let query = [("q", String(words.prefix(100))), ("cursor", visit.query("cursor"))]
        let page: ListPage<Person>
        do { page = try await visit.read(PeopleCalls.find, query) } catch let error as any ProblemConvertible
            where error.problem.code == "search_too_broad"
        {
            return "\(Alert(.warning, visit.text(AccountText.searchTooBroad)))"
        }
        let rows = page.items.map { person in
            ListRow(
                person.fullName,
                href: visit.personLink(person.id),
                leading: "\(Avatar(person, visit))",
                detail: "@\(person.username)"
            )
        }
        let empty = EmptyState(
            .search,
            visit.text(AccountText.nobodyFound),
            visit.text(AccountText.nobodyFoundText)
        )
        return
            "\(List(rows, label: visit.text(AccountText.people), empty: empty))\(visit.pager(page.nextCursor))"
    }

    private static func friends(_ visit: Visit) async throws -> HTML {
        let page = try await visit.read(FriendCalls.list, [("cursor", visit.query("cursor"))])
        guard !page.items.isEmpty else {
            return
                "\(EmptyState(.people, visit.text(AccountText.searchStart), visit.text(AccountText.searchStartText)))"
        }
        let rows = page.items.map { friend in
            let badge: HTML =
                switch friend.state.known {
                case .received: Badge(visit.text(AccountText.friendAsked), .info).html
                case .sent: Badge(visit.text(AccountText.friendSent)).html
                case .friend, nil: .none
                }
            return ListRow(
                friend.person.fullName,
                href: visit.personLink(friend.person.id),
                leading: "\(Avatar(friend.person, visit))",
                badge: badge,
                detail: "@\(friend.person.username)"
            )
        }
        let title = visit.text(AccountText.yourFriends)
        return "<h2>\(title)</h2>\(List(rows, label: title))\(visit.pager(page.nextCursor))"
    }

    /// Another person, as the viewer may see them, with what modules say about them.
    static let person = Screen(
        "people/{id:id}",
        "A person",
        writes: [
            ScreenWrite(FriendCalls.ask), ScreenWrite(FriendCalls.accept), ScreenWrite(FriendCalls.remove),
            ScreenWrite(ReportCalls.create) { visit, _ in "people/\(visit.value("id"))?done=reported" },
            ScreenWrite(BlockCalls.add) { _, _ in "me/blocked?done=blocked" },
        ]
    ) { visit in
        let profile = try await visit.read(ProfileCalls.show, try visit.id())
        if visit.viewer == nil { _ = try await visit.call.session.principal() }
        let blocks = try await visit.blocks(of: profile)
        let isOwn = profile.person.id == visit.accountID
        return Document(
            profile.person.fullName,
            isNarrow: true,
            """
            \(visit.flash("reported", AccountText.wasReported))
            \(isOwn ? "\(Alert(.info, visit.text(AccountText.thatIsYou)))" : HTML.none)
            <div id="person" class="stack" data-subject="account/\(profile.person.id)">\(PersonHead(profile, visit))\
            \(isOwn ? HTML.none : PersonMoves(profile, visit).friendship)</div>
            \(each(blocks) { $0 })
            \(isOwn ? HTML.none : PersonMoves(profile, visit).complaint)
            """
        )
    }
}

/// What can be done with another person.
private struct PersonMoves {
    private let visit: Visit
    private let person: Person
    private let state: Profile.Friendship?

    init(_ profile: Profile, _ visit: Visit) {
        self.visit = visit
        person = profile.person
        state = profile.friendship.known
    }

    /// The one next move of a friendship.
    var friendship: HTML {
        let remove = ScreenForm(visit, FriendCalls.remove, person.id)
        switch state {
        case nil, .some(.none):
            let ask = ScreenForm(visit, FriendCalls.ask)
            return buttons(
                ask.button(
                    visit.text(AccountText.addFriend),
                    .primary,
                    icon: .plus,
                    fields: ask.hidden("username", person.username)
                )
            )
        case .received:
            let accept = ScreenForm(visit, FriendCalls.accept, person.id)
            return buttons(
                accept.button(visit.text(AccountText.acceptFriend), .primary, icon: .check),
                remove.button(visit.text(AccountText.declineFriend))
            )
        case .sent: return buttons(remove.button(visit.text(AccountText.withdrawFriend)))
        case .friend:
            return buttons(
                remove.button(
                    visit.text(AccountText.removeFriend),
                    .plain,
                    confirm: visit.text(AccountText.removeFriendSure)
                )
            )
        }
    }

    private func buttons(_ forms: HTML...) -> HTML { "<div class=\"buttons\">\(each(forms) { $0 })</div>" }

    var complaint: HTML {
        let report = ReportForm("account_id", person.id, visit)
        let block = ScreenForm(visit, BlockCalls.add, person.id)
        let content: HTML = """
            <h2>\(visit.text(AccountText.report))</h2><p class="soft">\(visit.text(AccountText.reportText))</p>\(report)
            <h2>\(visit.text(AccountText.block))</h2><p class="soft">\(visit.text(AccountText.blockText))</p>
            <p>\(block.button(
                visit.text(AccountText.block),
                .danger,
                icon: .block,
                confirm: visit.text(AccountText.blockSure, ["name": .text(person.fullName)])
            ))</p>
            """
        return
            "\(Disclosure(visit.text(AccountText.reportOrBlock), isOpen: report.isRefused, id: "complaint", content))"
    }
}
