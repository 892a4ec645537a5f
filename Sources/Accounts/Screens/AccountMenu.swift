package import Pages
internal import ParlayAPI

/// The person's menu on every page.
package enum AccountMenu {
    package static let entries: [MenuEntry] = [
        MenuEntry(place: 99) { visit in
            let form = ScreenForm(visit, TokenCalls.logOut, at: "sign-out")
            return form(
                "<button type=\"submit\">\(Icon.signOut)<span>\(visit.text(PageText.signOut))</span></button>",
                class: "",
                signsOut: true
            )
        }
    ]
}
