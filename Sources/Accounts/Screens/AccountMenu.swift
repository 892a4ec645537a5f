package import Pages
internal import ParlayAPI
internal import Tenancy

/// The person's menu on every page.
package enum AccountMenu {
    package static let entries: [MenuEntry] = [
        MenuEntry("me", AccountText.me, icon: .person, place: 10),
        MenuEntry("people", AccountText.people, icon: .search, place: 20),
        MenuEntry("me/settings", AccountText.settings, icon: .settings, place: 30),
        MenuEntry(place: 99) { visit in
            let form = ScreenForm(visit, TokenCalls.logOut, at: "sign-out")
            return form(
                "<button type=\"submit\">\(Icon.signOut)<span>\(visit.text(PageText.signOut))</span></button>",
                class: "",
                signsOut: true
            )
        },
        // A script sends it, once, with the browser's time zone.
        MenuEntry(place: 100) { visit in
            guard let viewer = visit.viewer, viewer.timeZone == nil else { return .none }
            let form = ScreenForm(visit, SettingsCalls.change, at: "me/settings")
            return "<div hidden>\(form(form.hidden("time_zone", ""), class: "take-zone"))</div>"
        },
    ]
}
