internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The person's passkeys. A script makes them.
    static let passkeys = Screen(
        "me/passkeys",
        "Your passkeys",
        writes: [
            ScreenWrite(PasskeyCalls.create, needsRecentSignIn: true) { _, _ in "me/passkeys?done=made" },
            ScreenWrite(PasskeyCalls.change) { _, _ in "me/passkeys?done=saved" },
            ScreenWrite(PasskeyCalls.delete, needsRecentSignIn: true) { _, _ in "me/passkeys?done=deleted" },
        ]
    ) { visit in
        let page = try await visit.read(PasskeyCalls.list, [("cursor", visit.query("cursor"))])
        let title = visit.text(AccountText.passkeys)
        let none: HTML = "<p class=\"soft\">\(visit.text(AccountText.noPasskeys))</p>"
        return Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, lead: "\(visit.text(AccountText.passkeysLead))", back: visit.meLink))
            \(visit.flash("made", AccountText.passkeyMade))\(visit.flash("saved", AccountText.saved))\
            \(visit.flash("deleted", AccountText.passkeyDeleted))
            \(page.items.isEmpty ? none : each(page.items) { card($0, visit) })
            \(visit.pager(page.nextCursor))
            \(await making(visit))
            """
        )
    }

    private static func making(_ visit: Visit) async -> HTML {
        let form = ScreenForm(visit, PasskeyCalls.create)
        let refused = form.errors("credential").first
        let content = form(
            """
            \(refused.map { "\(Alert(.error, $0))" } ?? form.alert)
            \(form.field("label", visit.text(AccountText.passkeyLabel), value: visit.browserName, isRequired: false))
            \(form.submit(visit.text(AccountText.passkeyMake), icon: .plus))
            """
        )
        guard let part = await visit.passkeyPart(.create, content) else {
            return "<p class=\"soft\">\(visit.text(AccountText.passkeysNotHere))</p>"
        }
        return """
            \(part)<p class="soft" data-no-passkey>\(visit.text(AccountText.passkeysUnsupported))</p>
            """
    }

    private static func card(_ passkey: Passkey, _ visit: Visit) -> HTML {
        let rename = ScreenForm(visit, PasskeyCalls.change, passkey.id)
        let delete = ScreenForm(visit, PasskeyCalls.delete, passkey.id)
        let made = visit.text(
            AccountText.passkeyMadeOn,
            ["date": .text(visit.date(passkey.createdAt, .day))]
        )
        let used = passkey.lastUsedAt.map { time in
            visit.text(
                AccountText.lastUsed,
                ["time": .text(visit.localizer.relative(time, to: visit.now))]
            )
        }
        let details = [made, used ?? visit.text(AccountText.outsideUnused)].joined(separator: " · ")
        let form = rename(
            """
            \(rename.alert)
            \(rename.field("label", visit.text(AccountText.passkeyLabel), value: passkey.label, isRequired: false))
            \(rename.submit(visit.text(PageText.save)))
            """
        )
        return """
            \(Card(
                passkey.label.isEmpty ? visit.text(AccountText.passkeyUnnamed) : passkey.label,
                trailing: passkey.backedUp ? "\(Badge(visit.text(AccountText.passkeySynced), .neutral))" : .none,
                """
                <p class="soft">\(details)</p>
                \(Disclosure(visit.text(AccountText.passkeyRename), isOpen: rename.refusal != nil, form))
                \(delete.button(
                    visit.text(AccountText.passkeyDelete),
                    .plain,
                    confirm: visit.text(AccountText.passkeyDeleteSure)
                ))
                """
            ))
            """
    }
}

extension Visit {
    /// What needs a passkey, hidden until a script shows it; `nil` where the app has none: at an IP address, or on another host.
    func passkeyPart(_ purpose: PasskeyPurpose, _ content: HTML) async -> HTML? {
        do {
            let options = try await send(PasskeyCalls.options, PasskeyCeremony(purpose))
            let host = Tenant.hostName(call.request.head.headers.only("Host") ?? "")
            var party = options.rpID
            if case .object(let object)? = options.rp, case .string(let id)? = object["id"] { party = id }
            guard let party, host == party || host.hasSuffix(".\(party)") else { return nil }
            let text = String(decoding: JSONValue(written: options).jsonBytes(), as: UTF8.self)
            return """
                <div hidden data-passkey="\(purpose.rawValue)" data-options="\(text)" \
                data-failed="\(self.text(AccountText.passkeyFailed))" data-known="\(self.text(AccountText.passkeyKnown))">\
                \(content)</div>
                """
        } catch {
            return nil
        }
    }

    /// Signing in with a passkey, below the form that does without.
    func orPasskey() async -> HTML {
        let form = ScreenForm(self, PasskeyCalls.signIn)
        let content = form(
            """
            \(form.alert)\(form.hidden("device", browserName), if: !browserName.isEmpty)
            \(form.submit(text(AccountText.passkeySignIn), .quiet, icon: .key, isWide: true))
            """
        )
        return await passkeyPart(.signIn, content) ?? .none
    }
}
