package import Tenancy

extension ReferencePart {
    /// What admins and moderators do.
    package static let administration = ReferencePart(
        chapters: [
            Chapter(
                .tenant,
                "The tenant",
                "Public facts about a tenant.",
                words: ["about"]
            ),
            Chapter(
                .admins,
                "Administration",
                "For admins and moderators. Admins can do everything that moderators can.",
                guide: "administration"
            ),
            Chapter(
                .admins,
                "Accounts of others",
                "For admins and moderators: people's accounts, and what can be done for them.",
                words: ["accounts"],
                guide: "administration"
            ),
        ],
        guides: [
            Guide(.admins, "administration", "Calls and commands for admins and moderators.")
        ],
        samples: samples,
        events: [
            Event("report.filed", about: "report", "A report was filed: by you, or you are a moderator."),
            Event("report.decided", about: "report", "A moderator changed a report."),
            Event(
                "content.removed",
                about: "account",
                "A moderator hid something of yours: the subject is what it is about."
            ),
        ],
        synonyms: [
            ["suspend", "ban", "kick"],
            ["report", "flag", "abuse", "spam"],
            ["role", "permission", "permissions", "admin", "moderator"],
            ["invite", "invites", "invitation", "referral"],
            ["figures", "statistics", "chart", "charts", "analytics"],
        ]
    )

    private static let samples: [String: Sample] = [
        "about": "let about = try await parlay.about()",
        "createReport": """
        try await parlay.reports.report(.account(3), for: .spam, text: "Sends the same link to everybody.")
        """,
        "listAdminReports": """
        for try await report in parlay.admin.reports(in: [.open]) {
            print(report.reason.rawValue, report.text)
        }
        """,
        "changeAdminReport": """
        try await parlay.admin.decide(1) {
            $0.status = .set(.resolved)
            $0.note = .set("Warned them.")
        }
        """,
        "getAdminSettings": "let settings = try await parlay.admin.settings()",
        "changeAdminSettings": """
        try await parlay.admin.changeSettings(["registration": "invite", "token_days": 30])
        """,
        "listAdminInvites": """
        for try await invite in parlay.admin.invites() {
            print(invite.prefix, invite.used)
        }
        """,
        "createAdminInvite": """
        let invite = try await parlay.admin.makeInvite(uses: 3)
        print(invite.code)
        """,
        "deleteAdminInvite": "try await parlay.admin.removeInvite(1)",
        "listAPIKeys": """
        for try await key in parlay.admin.keys.all() {
            print(key.label, key.prefix)
        }
        """,
        "createAPIKey": """
        let made = try await parlay.admin.keys.create("Results from the stadium", scopes: [.writeEvents])
        print(made.secret)
        """,
        "showAPIKey": "let key = try await parlay.admin.keys.get(1)",
        "changeAPIKey": "try await parlay.admin.keys.update(1) { $0.scopes = .set([.readEvents]) }",
        "revokeAPIKey": "try await parlay.admin.keys.revoke(1)",
        "listAdminAccounts": """
        for try await account in parlay.admin.accounts(matching: "chen") {
            print(account.person.username, account.email ?? "")
        }
        """,
        "getAdminAccount": .init(
            """
            let account = try await parlay.admin.account(4)
            print(account.person.username, account.email ?? "")
            """,
            id: 4
        ),
        "changeAdminAccount": .init(
            """
            try await parlay.admin.change(account: 4, role: .moderator)
            // Moderators:
            try await parlay.admin.moderate(4) {
                $0.photo = .set(nil)
                $0.reason = "Not your own picture."
            }
            """,
            id: 4
        ),
        "mailPasswordReset": .init("try await parlay.admin.mailPasswordReset(to: 4)", id: 4),
        "listTokensOfAccount": .init(
            """
            for try await device in parlay.admin.devices(of: 4) {
                print(device.label, device.createdAt)
            }
            """,
            id: 4
        ),
        "listMailsOfAccount": .init(
            """
            for try await mail in parlay.admin.mails(to: 4) {
                print(mail.state.rawValue, mail.subject ?? mail.kind)
            }
            """,
            id: 4
        ),
        "signOutAccount": .init("try await parlay.admin.signOut(4)", id: 4),
        "getSecondFactorOfAccount": .init(
            "let isOn = try await parlay.admin.secondFactor(of: 4).enabled",
            id: 4
        ),
        "resetSecondFactorOfAccount": .init("try await parlay.admin.resetSecondFactor(of: 4)", id: 4),
        "exportAccount": .init(
            """
            let document = try await parlay.admin.export(4)
            print(document.count)
            """,
            id: 4
        ),
        "eraseAccount": .init("try await parlay.admin.erase(4)", id: 4),
        "listHiddenContent": """
        for try await hidden in parlay.admin.hiddenContent() {
            print(hidden.subject.type, hidden.part ?? "", hidden.reason)
        }
        """,
        "hideContent": """
        let photo = Subject(type: "account", id: 4)
        try await parlay.admin.hide(photo, part: "photo", reason: "Not your own picture.")
        """,
        "showContent": "try await parlay.admin.show(1)",
        "getAdminFigures": """
        let report = try await parlay.admin.figures()
        for figure in report.figures {
            print(figure.name, figure.days.last?.value ?? 0)
        }
        """,
        "listAdminAudit": """
        for try await entry in parlay.admin.auditLog() {
            print(entry.createdAt, entry.action.rawValue)
        }
        """,
    ]
}
