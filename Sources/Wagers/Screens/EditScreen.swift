internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The terms of an open wager, to change by who posed it.
    static let editWager = Screen(
        "wagers/{id:id}/edit",
        "Change a wager",
        module: .wagers,
        writes: [
            ScreenWrite(WagerCalls.edit) { _, response in (response.value as? Wager).map { "wagers/\($0.id)" }
            }
        ]
    ) { visit in
        let (wager, tag) = try await visit.readTagged(WagerCalls.show, try visit.id())
        guard wager.allows(.edit) else { return closed(wager, visit) }
        let categories = try await visit.read(CategoryCalls.list).items
        let friends = try await visit.friendSuggestions()
        let form = ScreenForm(visit, WagerCalls.edit, wager.id, tag: tag)
        var document = Document(
            visit.say(.editTitle),
            in: "wagers/mine",
            """
            \(PageHead(visit.say(.editTitle), back: (visit.say(.toWager), visit.wagerLink(wager.id))))
            \(form("""
                \(form.alert)\(terms(form, wager, categories))\(people(form, wager, friends))
                \(ButtonRow(markup: [form.submit(visit.text(PageText.save)), Button(visit.text(PageText.cancel), .plain, .link(visit.wagerLink(wager.id))).html]))
                """))
            """
        )
        document.isNarrow = true
        return document
    }

    /// The terms of a wager stay once it is taken.
    private static func closed(_ wager: Wager, _ visit: Visit) -> Document {
        let back = Button(visit.say(.toWager), .primary, .link(visit.wagerLink(wager.id)))
        return Document(
            visit.say(.editTitle),
            in: "wagers/mine",
            isNarrow: true,
            "\(PageHead(visit.say(.editTitle)))\(EmptyState(.lock, visit.say(.editClosed), wager.name, action: back.html))"
        )
    }

    private static func terms(_ form: ScreenForm, _ wager: Wager, _ categories: [String]) -> HTML {
        let visit = form.visit
        // A wager keeps a category that the tenant has removed since.
        let offered = categories.contains(wager.category) ? categories : [wager.category] + categories
        let kinds = offered.map { Field.Option($0, visit.categoryName($0)) }
        let more: HTML =
            wager.categories.count > 1
            ? each(wager.categories) { form.hidden("categories", $0) }
            : Field(
                "category",
                visit.say(.category),
                .select(kinds),
                id: "edit-category",
                value: form.typed("category", wager.category),
                error: form.errors("category").first
            ).html
        return """
            \(form.field("name", visit.say(.whatName), value: wager.name, hint: visit.say(.whatNameHint)))\
            \(form.field("description", visit.say(.whatDetails), value: wager.description))\(more)\
            \(form.field("amount_cents", visit.say(.amount), value: visit.typedAmount(wager.amountCents)))
            """
    }

    private static func people(_ form: ScreenForm, _ wager: Wager, _ friends: [Field.Option]) -> HTML {
        let visit = form.visit
        let audiences: [Field.Option] = [
            .init("public", visit.say(.audiencePublic)), .init("friends", visit.say(.audienceFriends)),
            .init("account", visit.say(.audienceAccount)),
        ]
        let place: HTML =
            wager.place.map {
                form.hidden("place.lat", "\($0.lat)") + form.hidden("place.lon", "\($0.lon)")
            } ?? .none
        return """
            \(form.field("audience", visit.say(.who), .segmented(audiences), value: wager.audience.rawValue))\
            <div class="if-account">\(form.field("audience_username", visit.say(.whoName), value: wager.audienceUsername, hint: visit.say(.whoNameHint), autocomplete: "off", suggestions: friends))</div>\
            \(form.field("closes_at", visit.say(.closesAt), value: wager.closesAt.map(visit.localizer.localInput), hint: visit.say(.closesAtHint)))\(place)
            """
    }
}
