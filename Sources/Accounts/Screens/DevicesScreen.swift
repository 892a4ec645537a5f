internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Where the person is signed in.
    static let devices = Screen(
        "me/devices",
        "Your devices",
        writes: [
            ScreenWrite(TokenCalls.revoke) { _, _ in "me/devices?done=signed-out" },
            ScreenWrite(TokenCalls.logOut, session: .signsOut) { _, _ in "sign-in?done=everywhere" },
        ]
    ) { visit in
        let page = try await visit.read(TokenCalls.list, [("cursor", visit.query("cursor"))])
        let everywhere = ScreenForm(visit, TokenCalls.logOut)
        let all = everywhere(
            """
            \(everywhere.alert)\(everywhere.hidden("everywhere", "true"))\
            \(everywhere.submit(visit.text(AccountText.signOutEverywhere), .danger))
            """,
            class: "inline-form",
            confirm: visit.text(AccountText.signOutEverywhereSure),
            signsOut: true
        )
        return Document(
            visit.text(AccountText.devices),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.devices), back: visit.meLink))
            \(visit.flash("signed-out", AccountText.deviceSignedOut))
            \(List(page.items.map { row($0, visit) }, label: visit.text(AccountText.devices)))
            \(visit.pager(page.nextCursor))
            <p class="soft">\(visit.text(AccountText.signOutEverywhereText))</p>
            <div class="buttons">\(all)</div>
            """
        )
    }

    private static func row(_ device: TokenInfo, _ visit: Visit) -> ListRow {
        let isBrowser = device.kind.known == .browser
        let kind = visit.text(isBrowser ? AccountText.deviceBrowser : .deviceApp)
        let form = ScreenForm(visit, TokenCalls.revoke, device.id)
        let signedIn = visit.text(
            AccountText.signedInOn,
            ["date": .text(visit.date(device.createdAt, .day))]
        )
        let used = device.lastUsedAt.map { lastUsed($0, visit) }
        let details = [isBrowser ? nil : kind, signedIn, used].compactMap { $0 }.joined(separator: " · ")
        return ListRow(
            device.label.isEmpty ? kind : name(device.label),
            leading: "\(isBrowser ? Icon.screen : Icon.key)",
            badge: device.current ? "\(Badge(visit.text(AccountText.thisDevice), .accent))" : .none,
            detail: "\(details)",
            trailing: device.current
                ? .none
                : form.button(
                    visit.text(AccountText.signOutDevice),
                    .plain,
                    confirm: visit.text(AccountText.signOutDeviceSure)
                ),
            id: "device-\(device.id)"
        )
    }

    /// Clients that give no name are called by their whole User-Agent.
    private static func name(_ label: String) -> String {
        let browser = label.hasPrefix("Mozilla/") ? Visit.browserName(label) : ""
        if !browser.isEmpty { return browser }
        return label.count > 40 ? label.prefix(40) + "…" : label
    }

    /// The last use is kept to the hour.
    private static func lastUsed(_ time: Timestamp, _ visit: Visit) -> String {
        guard time.adding(seconds: 3600) <= visit.now else { return visit.text(AccountText.usedThisHour) }
        return visit.text(
            AccountText.lastUsed,
            ["time": .text(visit.localizer.relative(time, to: visit.now))]
        )
    }
}
