internal import Localization
internal import Pages
internal import ParlayAPI

/// What the platform knows of a person: the devices that are signed in, the mail, and what was reported.
struct PersonRecords {
    /// So many of each are shown.
    private static let count = 5

    private let profile: Profile
    private let visit: Visit

    init(_ profile: Profile, _ visit: Visit) {
        self.profile = profile
        self.visit = visit
    }

    var html: HTML {
        get async throws { "\(try await devices)\(try await mails)\(try await reports)" }
    }

    private var devices: HTML {
        get async throws {
            guard visit.role == .admin else { return .none }
            let page = try await visit.read(
                AccountAdminCalls.tokens,
                profile.person.id,
                [("limit", "\(Self.count)")]
            )
            let rows = page.items.map { device -> ListRow in
                let isBrowser = device.kind.known == .browser
                let kind = visit.text(isBrowser ? AdminText.browser : .device)
                return ListRow(
                    device.label.isEmpty ? kind : device.label,
                    leading: "\(isBrowser ? Icon.home : Icon.key)",
                    detail: "\(visit.text(AdminText.signedIn)) \(visit.time(device.createdAt, .day))",
                    trailingDetail: optional(device.lastUsedAt) {
                        "\(visit.text(AdminText.lastUsed)) \(visit.time($0))"
                    }
                )
            }
            return card(.devices, rows, .noDevices, isMore: page.nextCursor != nil)
        }
    }

    /// What was mailed and what became of it, without the texts.
    private var mails: HTML {
        get async throws {
            guard visit.role == .admin else { return .none }
            let page = try await visit.read(
                AccountAdminCalls.mails,
                profile.person.id,
                [("limit", "\(Self.count)")]
            )
            let rows = page.items.map { mail -> ListRow in
                let (word, tone): (AdminText, Tone) =
                    switch mail.state.known {
                    case .waiting: (.mailWaits, .info)
                    case .failed: (.mailFailed, .bad)
                    case .sent: (.mailSent, .good)
                    case .stored, nil: (.mailStored, .neutral)
                    }
                return ListRow(
                    mail.subject ?? name(ofMail: mail.kind),
                    leading: "\(Icon.mail)",
                    badge: Badge(visit.text(word), tone).html,
                    detail: "\(optional(mail.recipient) { "\($0) · " })\(visit.time(mail.createdAt))"
                )
            }
            let note = "<p class=\"soft\">\(visit.text(AdminText.mailText))</p>" as HTML
            return card(.mail, rows, .noMail, isMore: page.nextCursor != nil, note: note)
        }
    }

    private func name(ofMail kind: String) -> String {
        switch kind {
        case "password_reset": visit.text(AdminText.mailOfReset)
        case "email_verification": visit.text(AdminText.mailOfVerification)
        case "email_changed": visit.text(AdminText.mailOfChange)
        case "identity_linked": visit.text(AdminText.mailOfLink)
        default: kind
        }
    }

    private var reports: HTML {
        get async throws {
            let page = try await visit.read(
                ReportCalls.list,
                [("person", "\(profile.person.id)"), ("limit", "\(Self.count)")]
            )
            let rows = page.items.map { report in
                ListRow(
                    visit.word(for: report.reason),
                    href: visit.link("admin/reports/\(report.id)"),
                    leading: "\(Icon.flag)",
                    badge: report.status == .open ? "\(Badge(visit.text(AdminText.open), .warning))" : .none,
                    detail: "\(visit.text(AdminText.reportedBy, ["name": .text(report.by.fullName)]))",
                    trailingDetail: "\(visit.time(report.createdAt, .day))"
                )
            }
            return card(.reports, rows, .neverReported, isMore: page.nextCursor != nil)
        }
    }

    private func card(
        _ title: AdminText,
        _ rows: [ListRow],
        _ none: AdminText,
        isMore: Bool,
        note: HTML = .none
    ) -> HTML {
        let more: HTML = isMore ? "<p class=\"soft\">\(visit.text(AdminText.newestOnly))</p>" : .none
        let content: HTML =
            rows.isEmpty
            ? "<p class=\"soft\">\(visit.text(none))</p>" : "\(List(rows, label: visit.text(title)))\(more)"
        return "<section><h2>\(visit.text(title))</h2>\(content)\(note)</section>"
    }
}
