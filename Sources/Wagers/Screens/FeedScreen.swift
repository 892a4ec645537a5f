internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What people offer: as the saved filters say, everything, friends', or what is near.
    static let wagerFeed = Screen(
        "wagers",
        "Feed of wagers",
        module: .wagers,
        writes: [ScreenWrite(SettingsCalls.change) { _, _ in "wagers" }]
    ) { visit in
        let feed = FeedPage(visit)
        // Nothing else that is read then knows the person's language.
        if feed.needsPlace, visit.viewer == nil { _ = try await visit.call.session.principal() }
        let categories = try await visit.read(CategoryCalls.list).items
        let saved = feed.usesSaved ? try await visit.read(SettingsCalls.show).wagers?.feedFilters : nil
        let page = feed.needsPlace ? nil : try await visit.read(WagerFeedCalls.feed, feed.query)
        let isEmpty = page?.items.isEmpty == true
        let isFriendless = feed.view == .friends && isEmpty ? try await visit.hasNoFriends() : false
        return Document(
            visit.say(.feed),
            in: "wagers",
            """
            \(PageHead(visit.say(.feed), lead: "\(visit.say(.feedLead))", actions: Button(visit.say(.pose), .primary, icon: .plus, .link(visit.poseLink())).html))
            \(SearchForm(action: visit.searchLink(), label: visit.say(.searchLabel), button: visit.text(PageText.search)))
            \(feed.tabs)
            \(feed.filters(categories))
            \(feed.notes(saved))
            \(feed.list(page, saved, isFriendless: isFriendless))
            """
        )
    }
}

/// What the query of the feed's page asks for.
struct FeedPage {
    let visit: Visit
    let view: View
    let category: String?
    let highest: Int64?
    let radius: String?
    /// As it was typed.
    let near: String?
    let place: Whereabouts?

    enum View: String, CaseIterable { case you, all, friends, near }
    static let amounts: [Int64] = [500, 1000, 2500, 5000, 10_000]
    static let radii = ["5", "25", "100", "500"]

    init(_ visit: Visit) {
        self.visit = visit
        category = visit.query("category")
        highest = visit.query("max_cents").flatMap { Int64($0) }.flatMap {
            Self.amounts.contains($0) ? $0 : nil
        }
        radius = visit.query("radius_km").flatMap { Self.radii.contains($0) ? $0 : nil }
        near = visit.query("near")
        place = near.flatMap { Whereabouts($0) }
        let asked = visit.query("view").flatMap { View(rawValue: $0) } ?? .you
        // Where the place is not known, it is asked for again.
        view = near != nil && place == nil ? .near : asked
    }

    var isFiltered: Bool { category != nil || highest != nil || place != nil }
    /// Whether the person's default filters apply.
    var usesSaved: Bool { view == .you && !isFiltered }
    /// Nothing can be near an unknown place.
    var needsPlace: Bool { place == nil && (view == .near || near != nil) }

    var query: [(String, String?)] {
        [
            ("friends", view == .friends ? "true" : nil), ("category", category),
            ("near", place?.query), ("radius_km", place == nil ? nil : radius ?? "25"),
            ("sort", view == .near ? "distance" : nil), ("max_cents", highest.map { "\($0)" }),
            ("filters", view == .all || view == .near ? "none" : nil), ("cursor", visit.query("cursor")),
        ]
    }

    /// The page with these filters, and a cursor.
    func link(_ view: View, cursor: String? = nil) -> String {
        visit.feedLink([
            ("view", view == .you ? nil : view.rawValue), ("category", category), ("near", near),
            ("radius_km", radius), ("max_cents", highest.map { "\($0)" }), ("cursor", cursor),
        ])
    }

    // MARK: Parts

    var tabs: Tabs {
        let words: [(View, WagerText)] = [
            (.you, .forYou), (.all, .everyone), (.friends, .ofFriends), (.near, .nearMe),
        ]
        return Tabs(
            words.map { Tabs.Tab(visit.say($1), href: link($0), isCurrent: $0 == view) },
            label: visit.say(.views)
        )
    }

    func filters(_ categories: [String]) -> HTML {
        let isNear = view == .near
        let kinds =
            [Field.Option("", visit.say(.anyCategory))]
            + categories.map { Field.Option($0, visit.categoryName($0)) }
        let amounts =
            [Field.Option("", visit.say(.anyAmount))]
            + Self.amounts.map { Field.Option("\($0)", visit.money($0)) }
        let others: HTML = """
            \(Field("category", visit.say(.category), .select(kinds), value: category ?? ""))\
            \(Field("max_cents", visit.say(.highest), .select(amounts), value: highest.map { "\($0)" } ?? ""))
            """
        let active = [category, highest.map { "\($0)" }, isNear ? nil : place?.query].count { $0 != nil }
        let form = Filters(
            action: visit.feedLink(),
            open: visit.say(.filters),
            active: active,
            close: visit.text(PageText.close),
            apply: visit.say(.applyFilters),
            clear: isFiltered ? (visit.say(.clearFilters), visit.feedLink([("view", view.rawValue)])) : nil,
            fields:
                "\(hiddenInput("view", view.rawValue))\(hiddenPlace, if: isNear)\(others)"
        )
        return isNear ? "\(whereForm)\(form.html, if: place != nil)" : "\(form)"
    }

    private var hiddenPlace: HTML {
        guard let near else { return .none }
        return """
            <input type="hidden" name="near" value="\(near)">\
            <input type="hidden" name="radius_km" value="\(radius ?? "25")">
            """
    }

    /// A town, or the browser's position, which a script fills in.
    private var whereForm: HTML {
        let radii = Self.radii.map { Field.Option($0, visit.say(.kilometres, ["km": .text($0)])) }
        let error = near != nil && place == nil ? visit.say(.noTown, ["town": .text(near ?? "")]) : nil
        return """
            <form class="card" method="get" action="\(visit.feedLink())"><div class="row">\(Field("near", visit.say(.near), .text, value: place?.town?.label ?? near ?? "", hint: visit.say(.nearHint), error: error, autocomplete: "address-level2"))\
            \(Field("radius_km", visit.say(.radius), .select(radii), value: radius ?? "25"))</div>\
            <div class="buttons">\(Button(visit.say(.applyFilters), .primary))\
            <button class="button quiet" type="button" data-position data-failed="\(visit.say(.noPosition))" hidden>\
            \(Icon.pin)<span>\(visit.say(.usePosition))</span></button></div><input type="hidden" name="view" value="near"></form>
            """
    }

    /// Which filters apply, and what can be done with them.
    func notes(_ saved: FeedFilters?) -> HTML {
        if let saved, !saved.isEmpty {
            let form = ScreenForm(visit, SettingsCalls.change, at: "wagers")
            let forget = form.button(
                visit.say(.forgetFilters),
                .plain,
                fields: form.hidden("feed_filters.friends", "false")
            )
            let text = visit.say(.savedFilters, ["filters": .text(words(saved))])
            return "<div class=\"buttons\"><p class=\"soft\">\(text)</p>\(forget)</div>"
        }
        guard isFiltered, !needsPlace else { return .none }
        let form = ScreenForm(visit, SettingsCalls.change, at: "wagers")
        return
            "<div class=\"buttons\">\(form.button(visit.say(.keepFilters), .plain, icon: .star, fields: kept(form)))</div>"
    }

    /// The filters of the page as the setting has them. Cents are typed as amounts.
    private func kept(_ form: ScreenForm) -> HTML {
        var fields = form.hidden("feed_filters.friends", view == .friends ? "true" : "false")
        if let category { fields += form.hidden("feed_filters.category", category) }
        if let highest { fields += form.hidden("feed_filters.max_cents", VenmoLink.amount(highest)) }
        if let place {
            fields += form.hidden("feed_filters.near.lat", "\(place.place.lat)")
            fields += form.hidden("feed_filters.near.lon", "\(place.place.lon)")
            fields += form.hidden("feed_filters.radius_km", radius ?? "25")
        }
        return fields
    }

    private func words(_ filters: FeedFilters) -> String {
        var words = filters.category.map(visit.categoryName)
        if let near = filters.near {
            let town = Towns.shared.around(near)?.name ?? visit.say(.yourPosition)
            let km = visit.localizer.decimal(filters.radiusKm, places: 0...1)
            words.append(
                "\(visit.say(.nearTown, ["town": .text(town)])) (\(visit.say(.kilometres, ["km": .text(km)])))"
            )
        }
        if filters.maxCents < 100_000_000 {
            words.append(visit.say(.upTo, ["amount": .text(visit.money(filters.maxCents))]))
        }
        if filters.friends { words.append(visit.say(.onlyFriends)) }
        return words.joined(separator: ", ")
    }

    func list(_ page: ListPage<Wager>?, _ saved: FeedFilters?, isFriendless: Bool) -> HTML {
        guard let page else {
            return near == nil ? "\(EmptyState(.pin, visit.say(.whereTitle), visit.say(.whereText)))" : .none
        }
        let rows = page.items.map { WagerView($0, visit).row() }
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: page.nextCursor.map { (visit.say(.moreWagers), link(view, cursor: $0)) },
            previous: visit.query("cursor").map { _ in (visit.say(.toStart), link(view)) }
        )
        return
            "<div id=\"feed\" class=\"region\">\(List(rows, label: visit.say(.feed), empty: empty(saved, isFriendless)))\(pager)</div>"
    }

    private func empty(_ saved: FeedFilters?, _ isFriendless: Bool) -> EmptyState {
        let pose = Button(visit.say(.pose), .primary, .link(visit.poseLink())).html
        let friends = Button(visit.say(.addFriend), .quiet, .link(visit.friendsLink)).html
        if isFriendless {
            return EmptyState(
                .people,
                visit.say(.friendless),
                visit.say(.friendlessText),
                action: "<div class=\"buttons\">\(pose)\(friends)</div>"
            )
        }
        if isFiltered || saved?.isEmpty == false {
            return EmptyState(.search, visit.say(.noneFiltered), visit.say(.noneFilteredText), action: pose)
        }
        if view == .friends {
            return EmptyState(
                .people,
                visit.say(.noneOfFriends),
                visit.say(.noneOfFriendsText),
                action: "<div class=\"buttons\">\(pose)\(friends)</div>"
            )
        }
        return EmptyState(.die, visit.say(.noWagers), visit.say(.noWagersText), action: pose)
    }
}

extension Visit {
    fileprivate func hasNoFriends() async throws -> Bool {
        try await read(FriendCalls.list, [("state", Friend.State.friend.rawValue), ("limit", "1")]).items
            .isEmpty
    }
}

extension FeedFilters {
    /// Whether they leave nothing out.
    fileprivate var isEmpty: Bool { self == FeedFilters(radiusKm: radiusKm) }
}
