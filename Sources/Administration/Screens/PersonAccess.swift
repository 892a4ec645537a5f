internal import Localization
internal import Pages
internal import ParlayAPI

/// What an admin does for somebody who asks: a new password, signing out, their data, and the end of the account.
struct PersonAccess {
    private let profile: Profile
    private let factor: SecondFactor
    private let visit: Visit

    init(_ profile: Profile, _ factor: SecondFactor, _ visit: Visit) {
        self.profile = profile
        self.factor = factor
        self.visit = visit
    }

    var html: HTML { "\(access)\(secondFactor)\(data)" }

    private var secondFactor: Card {
        let form = ScreenForm(visit, AccountAdminCalls.resetSecondFactor, profile.person.id)
        let reset = form.button(
            visit.text(AdminText.factorReset),
            .danger,
            confirm: visit.text(AdminText.factorResetSure)
        )
        let state =
            factor.resetAt.map { visit.text(AdminText.factorResetAt, ["time": .text(visit.date($0, .long))]) }
            ?? visit.text(factor.enabled ? AdminText.factorOn : .factorOff)
        return Card(
            visit.text(AdminText.secondFactor),
            """
            <p class="soft">\(state)</p>\(form.alert)\
            \(factor.enabled && factor.resetAt == nil ? "<div class=\"buttons\">\(reset)</div>" : HTML.none)
            """
        )
    }

    private var access: Card {
        let reset = ScreenForm(visit, AccountAdminCalls.mailReset, profile.person.id)
        let signOut = ScreenForm(visit, AccountAdminCalls.signOut, profile.person.id)
        let state: AdminText =
            profile.status == .suspended
            ? .accessSuspended : profile.email == nil ? .accessWithoutMail : .accessText
        let canMail = state == .accessText
        let mail = reset.button(
            visit.text(AdminText.mailReset),
            icon: .mail,
            confirm: visit.text(AdminText.mailResetSure, ["email": .text(profile.email ?? "")])
        )
        return Card(
            visit.text(AdminText.access),
            """
            <p class="soft">\(visit.text(state))</p>\
            <div class="buttons">\(canMail ? mail : .none)\(signOut.button(
                visit.text(AdminText.signOutEverywhere),
                icon: .signOut,
                confirm: visit.text(AdminText.signOutSure)
            ))</div>
            """
        )
    }

    private var data: Card {
        let export = ScreenForm(visit, AccountAdminCalls.export, profile.person.id)
        let erase = ScreenForm(visit, AccountAdminCalls.erase, profile.person.id)
        return Card(
            visit.text(AdminText.data),
            """
            <p class="soft">\(visit.text(AdminText.dataText))</p>\
            <div class="buttons">\(export.button(visit.text(AdminText.exportData), icon: .download))\
            \(erase.button(
                visit.text(AdminText.erase),
                .danger,
                confirm: visit.text(AdminText.eraseSure, ["name": .text(profile.person.fullName)])
            ))</div>
            <p><a href="\(visit.link("admin/audit", [("person", "\(profile.person.id)")]))">\(visit.text(AdminText.auditOfPerson))</a></p>
            """
        )
    }
}
