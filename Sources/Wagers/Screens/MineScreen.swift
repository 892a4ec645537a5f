internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The person's own wagers by state.
    static let ownWagers = Screen("wagers/mine", "My wagers", module: .wagers) { visit in
        let tab = OwnTab(rawValue: visit.query("state") ?? "") ?? .running
        let offers: [Wager] =
            tab == .offered && visit.query("cursor") == nil
            ? try await visit.read(WagerFeedCalls.addressed, [("limit", "20")]).items : []
        let page = try await visit.read(
            WagerFeedCalls.feed,
            [
                ("mine", "true"), ("status", tab.statuses.map(\.rawValue).joined(separator: ",")),
                ("cursor", visit.query("cursor")),
            ]
        )
        let tabs = OwnTab.allCases.map { one in
            Tabs.Tab(visit.say(one.title), href: visit.mineLink(one.rawValue), isCurrent: one == tab)
        }
        let pose = Button(visit.say(.pose), .primary, icon: .plus, .link(visit.poseLink([("from", "mine")])))
        let toMe: HTML =
            offers.isEmpty
            ? .none
            : """
            <h2>\(visit.say(.offeredToYou))</h2>\(List(offers.map { WagerView($0, visit).ownRow }, label: visit.say(.offeredToYou)))\
            <h2>\(visit.say(.offeredByYou))</h2>
            """
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: page.nextCursor.map { cursor in
                (visit.say(.moreWagers), visit.here([("state", tab.rawValue), ("cursor", cursor)]))
            },
            previous: visit.query("cursor").map { _ in (visit.say(.toStart), visit.mineLink(tab.rawValue)) }
        )
        return Document(
            visit.say(.myWagers),
            in: "wagers/mine",
            """
            \(PageHead(visit.say(.myWagers), actions: pose.html))
            \(Tabs(tabs, label: visit.say(.views)))
            <div id="mine" class="region" data-subject="wager/*">\(toMe)\
            \(List(page.items.map { WagerView($0, visit).ownRow }, label: visit.say(tab.title), empty: tab.empty(visit)))\
            \(pager)</div>
            """
        )
    }
}

/// The states of wagers, as people look for them.
enum OwnTab: String, CaseIterable {
    case running, money, offered, past

    var statuses: [WagerStatus] {
        switch self {
        case .running: [.active, .disputed]
        case .money: [.completed]
        case .offered: [.open]
        case .past: [.confirmed, .cancelled, .expired, .declined]
        }
    }

    var title: WagerText {
        switch self {
        case .running: .tabRunning
        case .money: .tabMoney
        case .offered: .tabOffered
        case .past: .tabPast
        }
    }

    func empty(_ visit: Visit) -> EmptyState {
        let feed = Button(visit.say(.feed), .primary, .link(visit.feedLink())).html
        let pose = Button(visit.say(.pose), .primary, .link(visit.poseLink())).html
        return switch self {
        case .running: EmptyState(.die, visit.say(.noneRunning), visit.say(.noneRunningText), action: feed)
        case .money: EmptyState(.money, visit.say(.noneMoney), visit.say(.noneMoneyText))
        case .offered: EmptyState(.share, visit.say(.noneOffered), visit.say(.noWagersText), action: pose)
        case .past: EmptyState(.clock, visit.say(.nonePast), visit.say(.nonePastText))
        }
    }
}

extension HomeBlock {
    /// The wagers that wait for the person, else those that are under way; to people without any, the first step.
    static let ownWagers = HomeBlock(place: 20, module: .wagers, of: "wagers/mine") { visit in
        let offers = try await visit.read(WagerFeedCalls.addressed, [("limit", "3")])
        let page = try await visit.read(
            WagerFeedCalls.feed,
            [("mine", "true"), ("status", "active,completed,disputed,open"), ("limit", "20")]
        )
        let views = (offers.items + page.items).map { WagerView($0, visit) }
        let waiting = views.filter { $0.turn?.isMine == true }
        let shown = waiting.isEmpty ? views : waiting
        guard !shown.isEmpty else {
            let pose = Button(visit.say(.pose), .primary, icon: .plus, .link(visit.poseLink())).html
            let feed = Button(visit.say(.feed), .quiet, .link(visit.feedLink())).html
            return
                "\(EmptyState(.die, visit.say(.startTitle), visit.say(.startText), action: "<div class=\"buttons\">\(pose)\(feed)</div>"))"
        }
        let all: HTML = """
            <a href="\(visit.mineLink())">\(visit.say(.allMine))</a>
            """
        let pose = Button(visit.say(.pose), .quiet, icon: .plus, .link(visit.poseLink([("from", "home")])))
        return """
            <section id="home-wagers" class="region" data-subject="wager/*"><div class="card-head">\
            <h2>\(visit.say(waiting.isEmpty ? .myWagers : .waiting))</h2>\(all)</div>\(List(shown.prefix(3).map(\.ownRow)))\(ButtonRow(pose))</section>
            """
    }
}
