internal import Console
internal import ParlayAPI

extension Command {
    static let inviteList = listing(
        "admin invites list",
        InviteCalls.list,
        "list invites, newest first",
        details: "Codes are not shown again.",
        example: "parlay admin invites list --tenant demo",
        empty: "No invites found.",
        columns: [
            ("ID", { String($0.id) }), ("PREFIX", \.prefix), ("USED", { "\($0.used) of \($0.uses)" }),
            ("EXPIRES (UTC)", { $0.expiresAt?.short ?? "" }), ("BY", \.createdBy.username),
            ("CREATED (UTC)", \.createdAt.short),
        ]
    )

    static let inviteCreate = changing(
        "admin invites create",
        InviteCalls.create,
        options: [.author],
        "create an invite",
        details:
            "The code is printed once. Without --server the audit log names the operator, and the invite the admin of --as.",
        example: "parlay admin invites create --tenant demo --uses 3 --as ada",
        done: { "created invite \($0.invite.id); its code is shown only now:\n\($0.code)" }
    )

    static let inviteRevoke = removing(
        "admin invites revoke",
        InviteCalls.delete,
        "withdraw an invite",
        details: "Accounts that registered with it stay. `parlay admin invites list` shows the IDs.",
        example: "parlay admin invites revoke 5 --tenant demo",
        done: ("revoked", "invite")
    )
}
