internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Codes with which people register where the tenant wants an invitation.
    static let invites = Screen(
        "admin/invites",
        "Invites",
        for: .role(.admin),
        writes: [
            ScreenWrite(showing: InviteCalls.create),
            ScreenWrite(InviteCalls.delete) { _, _ in "admin/invites?done=withdrawn" },
        ]
    ) { visit in
        let page = try await visit.read(InviteCalls.list, [("cursor", visit.query("cursor"))])
        let list = List(
            page.items.map { row($0, visit) },
            label: visit.text(AdminText.invites),
            empty: EmptyState(.mail, visit.text(AdminText.noInvites))
        )
        return Document(
            visit.text(AdminText.invites),
            in: "admin/settings",
            """
            \(PageHead(
                visit.text(AdminText.invites),
                lead: "\(visit.text(AdminText.invitesText))",
                back: (visit.text(AdminText.settings), visit.link("admin/settings"))
            ))
            \(visit.flash("withdrawn", AdminText.wasWithdrawn))\(fresh(visit))
            \(Columns("\(list)\(visit.pager(page.nextCursor))", side: "\(creation(visit))"))
            """
        )
    }

    /// The code is shown once.
    private static func fresh(_ visit: Visit) -> HTML {
        optional(visit.answer(of: InviteCalls.create)) { invite in
            let address = visit.absolute("register") + "?invite=\(invite.code)"
            return Card(
                visit.text(AdminText.inviteMade),
                isAccent: true,
                """
                <p>\(visit.text(AdminText.inviteOnce))</p><p><code>\(invite.code)</code></p>
                <p><a href="\(address)">\(address)</a></p>
                """
            )
            .html
        }
    }

    private static func creation(_ visit: Visit) -> Card {
        let form = ScreenForm(visit, InviteCalls.create)
        return Card(
            visit.text(AdminText.invite),
            form(
                """
                \(form.alert)
                \(form.field("uses", visit.text(AdminText.inviteUses), value: "1", isShort: true))
                \(form.field(
                    "expires_at",
                    visit.text(AdminText.untilDay),
                    hint: visit.text(AdminText.inviteExpiresHint)
                ))
                \(form.submit(visit.text(AdminText.invite), .primary, icon: .plus))
                """
            )
        )
    }

    private static func row(_ invite: Invite, _ visit: Visit) -> ListRow {
        let form = ScreenForm(visit, InviteCalls.delete, invite.id)
        let isOver = invite.used >= invite.uses || invite.expiresAt.map { $0 < visit.now } == true
        let used = visit.text(
            AdminText.inviteUsed,
            ["used": .number(invite.used), "uses": .number(invite.uses)]
        )
        let until: HTML = optional(invite.expiresAt) { " · \(visit.text(AdminText.until)) \(visit.time($0))" }
        return ListRow(
            "\(invite.prefix)…",
            leading: "\(Icon.mail)",
            badge: isOver ? "\(Badge(visit.text(AdminText.over)))" : .none,
            detail: "\(used)\(until) · \(invite.createdBy.fullName)",
            trailing: form.button(
                visit.text(AdminText.withdraw),
                .plain,
                confirm: visit.text(AdminText.withdrawSure)
            )
        )
    }
}
