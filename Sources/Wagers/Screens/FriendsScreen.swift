internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Friends, and requests from both sides.
    static let friends = Screen(
        "friends",
        "Friends",
        module: .wagers,
        writes: [
            ScreenWrite(FriendCalls.ask), ScreenWrite(FriendCalls.accept), ScreenWrite(FriendCalls.remove),
        ]
    ) { visit in
        let page = try await visit.read(
            FriendCalls.list,
            [("cursor", visit.query("cursor")), ("limit", "100")]
        )
        let people = FriendRows(visit: visit)
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: page.nextCursor.map { (visit.say(.moreFriends), visit.here([("cursor", $0)])) },
            previous: visit.query("cursor").map { _ in (visit.say(.toStart), visit.friendsLink) }
        )
        let pose = Button(visit.say(.pose), .primary, .link(visit.poseLink())).html
        let empty = EmptyState(.people, visit.say(.noFriends), visit.say(.noFriendsText), action: pose)
        let groups: [(Friend.State, WagerText)] = [
            (.received, .requests), (.sent, .sentRequests), (.friend, .yourFriends),
        ]
        let lists = each(groups) { group in
            let rows = page.items.filter { $0.state == group.0 }
                .sorted { $0.person.fullName.lowercased() < $1.person.fullName.lowercased() }
                .map(people.row)
            return rows.isEmpty
                ? .none : "<h2>\(visit.say(group.1))</h2>\(List(rows, label: visit.say(group.1)))"
        }
        return Document(
            visit.say(.friends),
            in: "friends",
            """
            \(PageHead(visit.say(.friends), actions: page.items.isEmpty ? .none : people.toAsking))
            \(Columns("""
                <div id="friends" class="region" data-subject="account/*">\
                \(people.alert)\(lists)\("\(empty)", if: page.items.isEmpty)\(pager)</div>
                """, side: people.asking))
            """
        )
    }
}

/// People with what can be done about their friendship.
struct FriendRows {
    let visit: Visit

    /// On a phone the form stands below all friends.
    var toAsking: HTML {
        Button(visit.say(.addFriend), .quiet, icon: .plus, .link("#add-friend")).html
    }

    /// The form that asks somebody by their username, and the search.
    var asking: HTML {
        let form = ScreenForm(visit, FriendCalls.ask)
        return """
            \(Card(visit.say(.addFriend), id: "add-friend", """
                \(form("""
                    \(form.alert)
                    \(form.field("username", visit.say(.friendUsername), autocomplete: "off"))
                    \(form.submit(visit.say(.ask), .primary, icon: .plus))
                    """))
                \(SearchForm(action: visit.searchLink(), label: visit.say(.foundPeople), button: visit.text(PageText.search)))
                """))
            """
    }

    /// Why the last change of a friendship was refused.
    var alert: HTML {
        guard let refusal = visit.refusal, let id = Int64(refusal.target) else { return .none }
        return ScreenForm(visit, FriendCalls.accept, id).alert
            + ScreenForm(visit, FriendCalls.remove, id).alert
    }

    func row(_ friend: Friend) -> ListRow {
        ListRow(
            friend.person.fullName,
            href: visit.personLink(friend.person.id),
            leading: Avatar(friend.person, visit).html,
            detail: "@\(friend.person.username)",
            trailing: "<div class=\"buttons\">\(buttons(friend))</div>",
            isUnread: friend.state == .received,
            id: "friend-\(friend.person.id)"
        )
    }

    private func buttons(_ friend: Friend) -> HTML {
        let person = friend.person
        let remove = ScreenForm(visit, FriendCalls.remove, person.id)
        switch friend.state.known {
        case .received:
            let accept = ScreenForm(visit, FriendCalls.accept, person.id)
            return """
                \(accept(Button(visit.say(.acceptFriend), .primary).html, class: "inline-form"))\
                \(remove(Button(visit.say(.refuseFriend), .plain).html, class: "inline-form"))
                """
        case .sent: return remove(Button(visit.say(.withdrawFriend), .plain).html, class: "inline-form")
        case .friend, nil:
            let question = visit.say(.askRemoveFriend, ["name": .text(person.displayName)])
            return """
                \(Button(visit.say(.bet), .quiet, icon: .die, .link(visit.poseLink([("audience", "account"), ("audience_username", person.username), ("from", "friends")]))))\
                \(remove(Button(visit.say(.removeFriend), .plain).html, class: "inline-form", confirm: question))
                """
        }
    }
}
