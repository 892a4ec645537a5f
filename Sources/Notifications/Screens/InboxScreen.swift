internal import HTTPServer
internal import Localization
package import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What happened, newest first. Opening a notice marks it as read.
    static let inbox = Screen(
        "inbox",
        "Inbox",
        writes: [
            ScreenWrite(NoticeCalls.markRead) { visit, _ in
                visit.query("to").flatMap(InboxList.isPage) ?? InboxList.address(visit)
            },
            ScreenWrite(FriendCalls.accept) { visit, _ in InboxList.address(visit) },
        ]
    ) { visit in
        let isUnread = visit.query("unread") == "true"
        let page = try await visit.read(
            NoticeCalls.list,
            [("unread", isUnread ? "true" : nil), ("cursor", visit.query("cursor"))]
        )
        if visit.viewer == nil { _ = try await visit.call.session.principal() }
        let list = try await InboxList(page.items, visit)
        let empty =
            isUnread
            ? EmptyState(.check, visit.text(InboxText.noneUnread), visit.text(InboxText.noneUnreadText))
            : EmptyState(.bell, visit.text(InboxText.none), visit.text(InboxText.noneText))
        let tabs = Tabs(
            [
                .init(visit.text(InboxText.all), href: visit.link("inbox"), isCurrent: !isUnread),
                .init(
                    visit.text(InboxText.unread),
                    href: visit.link("inbox", [("unread", "true")]),
                    isCurrent: isUnread,
                    count: list.unreadCount
                ),
            ],
            label: visit.text(InboxText.which)
        )
        let state = isUnread ? "true" : nil
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: page.nextCursor.map {
                (visit.text(PageText.next), visit.here([("unread", state), ("cursor", $0)]))
            },
            previous: visit.query("cursor").map { _ in
                (visit.text(PageText.previous), visit.here([("unread", state)]))
            }
        )
        return Document(
            visit.text(InboxText.inbox),
            in: "inbox",
            isNarrow: true,
            """
            <div id="notices" class="stack" data-subject="notice/* account/\(visit.accountID)">
            \(PageHead(visit.text(InboxText.inbox), actions: list.markAll))
            \(tabs)
            \(List(list.rows, label: visit.text(InboxText.inbox), empty: empty))
            </div>
            \(pager)
            """
        )
    }
}

extension HomeBlock {
    /// The unread notices, above what modules show.
    static let notices = HomeBlock(place: 0) { visit in
        guard visit.viewer.map({ $0.unread > 0 }) ?? true else { return nil }
        let page = try await visit.read(NoticeCalls.list, [("unread", "true"), ("limit", "3")])
        guard !page.items.isEmpty else { return nil }
        let list = try await InboxList(page.items, visit)
        let rows = List(list.rows, label: visit.text(InboxText.newNotices))
        return """
            <section id="home-notices" data-subject="notice/* account/\(visit.accountID)">
            <div class="card-head"><h2>\(visit.text(InboxText.newNotices))</h2>
            <a href="\(visit.link("inbox"))">\(visit.text(InboxText.seeAll))</a></div>\(rows)</section>
            """
    }
}

/// Notices as rows, wherever they are shown.
struct InboxList {
    private let notices: [Notice]
    private let visit: Visit
    /// Who waits for an answer to a friend request.
    private let asking: Set<Int64>

    init(_ notices: [Notice], _ visit: Visit) async throws {
        self.notices = notices
        self.visit = visit
        guard notices.contains(where: { $0.readAt == nil && $0.kind.known == .friendRequest }) else {
            asking = []
            return
        }
        let requests = try await visit.read(FriendCalls.list, [("state", "received"), ("limit", "100")])
        asking = Set(requests.items.map(\.person.id))
    }

    /// The list that a form was sent from.
    static func address(_ visit: Visit) -> String {
        visit.query("unread") == "true" ? "inbox?unread=true" : "inbox"
    }

    var unreadCount: String? {
        guard let unread = visit.viewer?.unread, unread > 0 else { return nil }
        return unread > 9 ? "9+" : "\(unread)"
    }

    /// Marks everything up to the newest one that is shown.
    var markAll: HTML {
        guard visit.query("cursor") == nil, (visit.viewer?.unread ?? 0) > 0, let newest = notices.first else {
            return .none
        }
        let form = ScreenForm(visit, NoticeCalls.markRead, at: "inbox")
        return form.button(
            visit.text(InboxText.markAllRead),
            .quiet,
            icon: .check,
            fields: form.hidden("up_to", "\(newest.id)")
        )
    }

    var rows: [ListRow] { notices.map(row) }

    private func row(_ notice: Notice) -> ListRow {
        let isUnread = notice.readAt == nil
        let page = notice.subject.flatMap { visit.link(to: $0) }
        let time = visit.localizer.relative(notice.createdAt, to: visit.now)
        let words = visit.text(of: notice)
        return ListRow(
            words.title,
            href: isUnread ? nil : page,
            opener: isUnread ? page.map { opener(notice, words.title, $0) } ?? .none : .none,
            badge: isUnread ? spoken(visit.text(InboxText.isUnread)) : .none,
            detail: """
                \(words.text)<br><small><time datetime="\(notice.createdAt.description)" \
                title="\(visit.date(notice.createdAt))">\(time)</time></small>
                """,
            trailing: isUnread ? accepting(notice) + reading(notice) : .none,
            isUnread: isUnread,
            id: "notice-\(notice.id)"
        )
    }

    /// Goes to what the notice is about, and marks all notices about that as read on the way.
    private func opener(_ notice: Notice, _ title: String, _ page: String) -> HTML {
        guard let subject = notice.subject else { return .none }
        let path = page.hasPrefix(visit.base) ? String(page.dropFirst(visit.base.count)) : ""
        let form = ScreenForm(visit, NoticeCalls.markRead, at: "inbox?to=\(path)")
        let fields = form.hidden("subject.type", subject.type) + form.hidden("subject.id", "\(subject.id)")
        return form(
            "\(fields)<button class=\"row-link\" type=\"submit\">\(title)</button>",
            class: "inline-form"
        )
    }

    /// Accepts the friend request that the notice is about, if it still waits.
    private func accepting(_ notice: Notice) -> HTML {
        guard notice.kind.known == .friendRequest, let person = notice.subject?.id, asking.contains(person)
        else { return .none }
        return ScreenForm(visit, FriendCalls.accept, person, at: Self.address(visit))
            .button(visit.text(InboxText.acceptRequest))
    }

    private func reading(_ notice: Notice) -> HTML {
        let form = ScreenForm(visit, NoticeCalls.markRead, at: Self.address(visit))
        return form(
            """
            \(form.hidden("ids", "\(notice.id)"))\
            \(Button(visit.text(InboxText.markRead), .plain, icon: .check, hidesText: true, showsTextOnDesk: true))
            """,
            class: "inline-form"
        )
    }

    /// The path, if it can only be a page of this app.
    static func isPage(_ path: String) -> String? {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2F: true
            default: false
            }
        }
        return isPlain && path.first != "/" && !path.contains("//") ? path : nil
    }
}

extension AppPart {
    /// The inbox, on its own page and on the home page.
    package static let notifications = AppPart(screens: [.inbox], home: [.notices])
}
