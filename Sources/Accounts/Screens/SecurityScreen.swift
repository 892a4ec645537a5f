internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// How the person signs in: address, password, outside accounts.
    static let security = Screen(
        "me/security",
        "Your sign-in",
        writes: [
            ScreenWrite(ProfileCalls.changeOwn) { _, _ in "me/security?done=saved" },
            ScreenWrite(EmailVerificationCalls.ask) { _, _ in "verify?done=sent" },
            ScreenWrite(AccountCalls.changePassword) { _, _ in "me/security?done=password" },
            ScreenWrite(PasswordResetCalls.ask) { _, _ in "reset/set?done=sent" },
            ScreenWrite(IdentityCalls.unlink, needsRecentSignIn: true) { _, _ in "me/security?done=saved" },
        ]
    ) { visit in
        let (profile, tag) = try await visit.readTagged(ProfileCalls.showOwn)
        let factor = try await visit.read(SecondFactorCalls.show)
        var outside = HTML.none
        if visit.takesOutside {
            outside = identities(try await visit.read(IdentityCalls.list).items, visit)
        }
        return Document(
            visit.text(AccountText.security),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.security), back: visit.meLink))
            \(visit.flash("saved", AccountText.saved))\(visit.flash("password", AccountText.passwordChanged))\(visit.flash("linked", AccountText.outsideLinked))
            \(address(profile, tag, factor, visit))\(password(profile, factor, visit))\(second(factor, visit))\(outside)
            """
        )
    }

    private static func address(_ profile: Profile, _ tag: String?, _ factor: SecondFactor, _ visit: Visit)
        -> HTML
    {
        let form = ScreenForm(visit, ProfileCalls.changeOwn, tag: tag)
        let ask = ScreenForm(visit, EmailVerificationCalls.ask)
        let isVerified = profile.emailVerified == true
        let state: HTML =
            profile.email == nil
            ? .none
            : isVerified
                ? "\(Badge(visit.text(AccountText.emailConfirmed), .good))"
                : "\(Badge(visit.text(AccountText.emailOpen), .warning))"
        let verification: HTML =
            profile.email == nil || isVerified
            ? .none : "<p>\(ask.button(visit.text(AccountText.sendCode), .quiet, icon: .mail))</p>"
        let change = form(
            """
            \(form.alert)
            \(form.field("email", visit.text(AccountText.email), .email, value: profile.email, autocomplete: "email"))
            \(form.field(
                "current_password",
                visit.text(AccountText.currentPassword),
                autocomplete: "current-password",
                isRequired: true
            ))
            \(visit.needsCode(factor) ? form.secondCode() : .none)
            \(form.submit(visit.text(PageText.save)))
            """
        )
        return """
            \(Card(
                visit.text(AccountText.email),
                trailing: state,
                """
                <p>\(profile.email ?? visit.text(AccountText.mailNowhere))</p>\(verification)
                \(Disclosure(
                    visit.text(profile.email == nil ? AccountText.addEmail : .changeEmail),
                    isOpen: form.refusal != nil,
                    change
                ))
                """
            ))
            """
    }

    /// The change of the password, and a code by mail for people who forgot it or never had one, as after signing up with an
    /// outside account.
    private static func password(_ profile: Profile, _ factor: SecondFactor, _ visit: Visit) -> HTML {
        let ask = ScreenForm(visit, PasswordResetCalls.ask)
        let mail: HTML =
            profile.email.map { address in
                let text = visit.text(AccountText.noPasswordText, ["address": .text(address)])
                return """
                    <p class="soft">\(text)</p><div>\(ask.button(
                        visit.text(AccountText.resetSend),
                        icon: .mail,
                        fields: ask.hidden("email", address)
                    ))</div>
                    """
            } ?? "<p class=\"soft\">\(visit.text(AccountText.noPasswordNowhere))</p>"
        let form = ScreenForm(visit, AccountCalls.changePassword)
        let change = form(
            """
            \(form.alert)
            \(form.field(
                "current",
                visit.text(AccountText.currentPassword),
                .password,
                autocomplete: "current-password",
                isRequired: true
            ))
            \(form.field(
                "new",
                visit.text(AccountText.newPassword),
                .password,
                hint: visit.passwordHint,
                autocomplete: "new-password"
            ))
            \(visit.needsCode(factor) ? form.secondCode() : .none)
            \(form.submit(visit.text(AccountText.changePassword)))
            """
        )
        return """
            \(Card(
                visit.text(AccountText.password),
                """
                <p class="soft">\(visit.text(AccountText.changePasswordText))</p>
                \(Disclosure(visit.text(AccountText.changePassword), isOpen: form.refusal != nil, change))
                \(mail)
                """
            ))
            """
    }

    private static func second(_ factor: SecondFactor, _ visit: Visit) -> HTML {
        guard factor.enabled || visit.tenant.settings.secondFactor != .off else { return .none }
        let state = Badge(
            visit.text(factor.enabled ? AccountText.secondFactorActive : .secondFactorInactive),
            factor.enabled ? .good : .neutral
        )
        return Card(
            visit.text(AccountText.secondFactor),
            trailing: "\(state)",
            """
            <p class="soft">\(visit.text(AccountText.secondFactorText))</p>
            \(ButtonRow(Button(
                visit.text(factor.enabled ? AccountText.secondFactorManage : .secondFactorSetUp),
                icon: .key,
                .link(visit.link("me/second-factor"))
            )))
            """
        ).html
    }

    private static func identities(_ identities: [Identity], _ visit: Visit) -> HTML {
        // A row has no room for it.
        var alert = HTML.none
        let rows = identities.map { identity in
            let form = ScreenForm(visit, IdentityCalls.unlink, identity.id)
            alert += form.alert
            let linked = visit.text(
                AccountText.linkedOn,
                ["date": .text(visit.date(identity.createdAt, .day))]
            )
            let used = identity.lastUsedAt.map { time in
                visit.text(
                    AccountText.lastUsed,
                    ["time": .text(visit.localizer.relative(time, to: visit.now))]
                )
            }
            let details = [identity.email, linked, used ?? visit.text(AccountText.outsideUnused)]
            return ListRow(
                visit.nameOfOutside(identity.issuer),
                leading: "\(Icon.key)",
                detail: "\(details.compactMap(\.self).joined(separator: " · "))",
                trailing: form(
                    "\(Button(visit.text(AccountText.unlink), .plain))",
                    class: "inline-form",
                    confirm: visit.text(AccountText.unlinkSure)
                )
            )
        }
        let none: HTML = "<p class=\"soft\">\(visit.text(AccountText.noIdentities))</p>"
        let link: HTML =
            !visit.hasOutside
            ? .none
            : ButtonRow(
                Button(visit.text(AccountText.outsideLink), icon: .plus, .link(visit.link("me/outside")))
            ).html
        return """
            <h2>\(visit.text(AccountText.identities))</h2>\(alert)\
            \(rows.isEmpty ? none : List(rows, label: visit.text(AccountText.identities)).html)\
            \(link)
            """
    }
}
