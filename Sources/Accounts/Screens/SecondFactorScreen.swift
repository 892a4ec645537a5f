internal import Localization
internal import Pages
internal import ParlayAPI
internal import QR
internal import Tenancy

extension Screen {
    /// Setting up the second factor, its recovery codes, and its end.
    static let secondFactor = Screen(
        "me/second-factor",
        "Your second factor",
        writes: [
            ScreenWrite(showing: SecondFactorCalls.begin),
            ScreenWrite(showing: SecondFactorCalls.prove),
            ScreenWrite(showing: SecondFactorCalls.renewCodes),
            ScreenWrite(SecondFactorCalls.remove) { _, _ in "me/second-factor?done=removed" },
            ScreenWrite(SecondFactorCalls.keep) { _, _ in "me/second-factor?done=kept" },
        ],
        isForSetUp: true
    ) { visit in
        let state = try await visit.read(SecondFactorCalls.show)
        let codes =
            visit.answer(of: SecondFactorCalls.prove) ?? visit.answer(of: SecondFactorCalls.renewCodes)
        return Document(
            visit.text(AccountText.secondFactor),
            isNarrow: true,
            """
            \(PageHead(
                visit.text(AccountText.secondFactor),
                lead: "\(visit.text(AccountText.secondFactorText))",
                back: (visit.text(AccountText.security), visit.link("me/security"))
            ))
            \(visit.flash("removed", AccountText.secondFactorRemoved))\(visit.flash("kept", AccountText.secondFactorKept))\
            \(optional(codes) { SecondFactorParts.codes($0, visit) })\
            \(state.enabled ? SecondFactorParts.enabled(state, visit) : SecondFactorParts.setUp(state, visit))
            """
        )
    }
}

private enum SecondFactorParts {
    /// Shown once. On paper they are alone.
    static func codes(_ codes: RecoveryCodes, _ visit: Visit) -> HTML {
        let lines = each(codes.codes) { "<li><code>\($0)</code></li>" as HTML }
        return Card(
            visit.text(AccountText.recoveryCodes),
            id: "codes",
            """
            <p>\(visit.text(AccountText.recoveryOnce))</p><ul class="plain">\(lines)</ul>\
            <div class="buttons">\(visit.copyButton(visit.text(AccountText.recoveryCopy), copies: codes.codes.joined(separator: "\n")))</div>
            """
        ).html
    }

    // MARK: Setting it up

    static func setUp(_ state: SecondFactor, _ visit: Visit) -> HTML {
        let demand: HTML =
            state.required ? Alert(.info, visit.text(AccountText.secondFactorRequired)).html : .none
        if let (secret, url) = secret(visit) { return demand + proof(secret, url, visit) }
        guard visit.tenant.settings.secondFactor != .off else {
            return Alert(.info, visit.text(AccountText.secondFactorOff)).html
        }
        let form = ScreenForm(visit, SecondFactorCalls.begin)
        let card = Card(
            visit.text(AccountText.secondFactorSetUp),
            """
            <p class="soft">\(visit.text(AccountText.secondFactorNeeds))</p>
            \(form("\(form.alert)\(form.currentPassword())\(form.submit(visit.text(AccountText.secondFactorSetUp)))"))
            """
        )
        return demand + card.html
    }

    /// Just made, or sent along with a code that was wrong.
    private static func secret(_ visit: Visit) -> (secret: String, url: String)? {
        if let made = visit.answer(of: SecondFactorCalls.begin) { return (made.secret, made.url) }
        guard let input = visit.refusal?.input, let secret = input["_secret"], let url = input["_url"] else {
            return nil
        }
        return (secret, url)
    }

    private static func proof(_ secret: String, _ url: String, _ visit: Visit) -> HTML {
        let form = ScreenForm(visit, SecondFactorCalls.prove)
        return Card(
            visit.text(AccountText.secondFactorSetUp),
            """
            <p>\(visit.text(AccountText.secondFactorScan))</p>\(picture(url, secret, visit))
            \(ButtonRow(Button(visit.text(AccountText.secondFactorOpen), .plain, .link(url))))
            \(form("""
                \(form.alert)\(form.hidden("_secret", secret))\(form.hidden("_url", url))
                \(form.field(
                    "code",
                    visit.text(PageText.secondCode),
                    .text,
                    autocomplete: "one-time-code",
                    isRequired: true
                ))
                \(form.submit(visit.text(AccountText.secondFactorTurnOn)))
                """))
            """
        ).html
    }

    private static func picture(_ url: String, _ secret: String, _ visit: Visit) -> HTML {
        let groups = stride(from: 0, to: secret.count, by: 4).map { secret.dropFirst($0).prefix(4) }
        let words: HTML = "<code>\(groups.joined(separator: " "))</code>"
        guard let code = QRCode(url) else { return "<p>\(words)</p>" }
        let side = String(code.extent)
        let svg: HTML = """
            <svg viewBox="0 0 \(side) \(side)" role="img" aria-label="\(visit.text(AccountText.secondFactorPicture))" \
            shape-rendering="crispEdges"><path d="\(code.path)"/></svg>
            """
        return QRFrame(svg, caption: words).html
    }

    // MARK: Having it

    static func enabled(_ state: SecondFactor, _ visit: Visit) -> HTML {
        let renew = ScreenForm(visit, SecondFactorCalls.renewCodes)
        let remove = ScreenForm(visit, SecondFactorCalls.remove)
        let since = state.enabledAt.map { visit.date($0, .day) } ?? ""
        let left = visit.text(AccountText.recoveryLeft, ["count": .number(state.recoveryCodesLeft)])
        return """
            \(reset(state, visit))\
            \(Card(
                visit.text(AccountText.secondFactorOn),
                trailing: "\(Badge(visit.text(AccountText.secondFactorActive), .good))",
                """
                <p>\(visit.text(AccountText.secondFactorSince, ["date": .text(since)]))<br>\(left)</p>
                \(Disclosure(
                    visit.text(AccountText.recoveryRenew),
                    isOpen: renew.refusal != nil,
                    renew("""
                        <p class="soft">\(visit.text(AccountText.recoveryRenewText))</p>\(renew.alert)
                        \(renew.currentPassword())\(renew.secondCode())
                        \(renew.submit(visit.text(AccountText.recoveryRenew)))
                        """)
                ))
                \(Disclosure(
                    visit.text(AccountText.secondFactorRemove),
                    isOpen: remove.refusal != nil,
                    remove("""
                        <p class="soft">\(visit.text(AccountText.secondFactorRemoveText))</p>\(remove.alert)
                        \(remove.currentPassword())\(remove.secondCode())
                        \(remove.submit(visit.text(AccountText.secondFactorRemove), .danger))
                        """)
                ))
                """
            ))
            """
    }

    /// An admin's reset, to which the person can object.
    private static func reset(_ state: SecondFactor, _ visit: Visit) -> HTML {
        guard let time = state.resetAt else { return .none }
        let keep = ScreenForm(visit, SecondFactorCalls.keep)
        let text = visit.text(AccountText.secondFactorReset, ["time": .text(visit.date(time, .long))])
        return Card(
            visit.text(AccountText.secondFactorResetTitle),
            """
            <p>\(text)</p>\(keep.alert)
            <div class="buttons">\(keep.button(visit.text(AccountText.secondFactorKeep), .primary))</div>
            """
        ).html
    }
}

extension ScreenForm {
    /// The password of whoever has one.
    fileprivate func currentPassword() -> HTML {
        field(
            "password",
            visit.text(AccountText.currentPassword),
            .password,
            autocomplete: "current-password",
            isRequired: true
        )
    }
}
