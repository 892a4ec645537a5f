internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What a person sets for their shelf.
    static let shelfSettings = Screen(
        "shelf/settings",
        "Settings of the shelf",
        module: .shelf,
        writes: [ScreenWrite(SettingsCalls.change) { _, _ in "shelf/settings?done=saved" }]
    ) { visit in
        let settings = try await visit.read(SettingsCalls.show).shelf ?? AccountSettings.Shelf()
        let form = ScreenForm(visit, SettingsCalls.change)
        let options = ShelfStatus.shown.map {
            Field.Option("\($0.rawValue)", visit.text($0.text))
        }
        return Document(
            visit.text(ShelfText.settings),
            in: "shelf",
            """
            \(PageHead(visit.text(ShelfText.settings), back: (visit.text(ShelfText.shelf), visit.link("shelf"))))
            \(ShelfFlash.html(visit))
            \(form("""
                \(form.alert)
                \(form.field("shelf_default_status", visit.text(ShelfText.defaultStatus), .select(options), value: "\(settings.defaultStatus.rawValue)", hint: visit.text(ShelfText.defaultStatusHint)))
                \(form.field("shelf_public", visit.text(ShelfText.showShelfSetting), value: settings.isPublic ? "true" : "false", hint: visit.text(ShelfText.showShelfHint)))
                \(form.submit(visit.text(PageText.save)))
                """))
            \(settings.isPublic ? address(visit) : .none)
            """
        )
    }

    private static func address(_ visit: Visit) -> HTML {
        let path = visit.personalShelfPath(visit.accountID)
        let address = visit.absolute(path)
        let copy: HTML = """
            <button type="button" class="button quiet" data-copy="\(address)" data-done="\(visit.text(ShelfText.copied))" hidden>\
            <span>\(visit.text(ShelfText.copy))</span></button>
            """
        return Card(
            visit.text(ShelfText.publicAddress),
            """
            <p><a href="\(visit.link(path))">\(address)</a></p><div class="buttons">\(copy)</div>
            """
        ).html
    }

    /// In the person's menu, where there are shelves.
    static let shelfMenu = MenuEntry(place: 40) { visit in
        guard visit.tenant.modules.contains(.shelf), visit.shows("shelf/settings") else { return .none }
        return Frame.item(visit.text(ShelfText.settings), .book, href: visit.link("shelf/settings"))
    }
}
