internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// What people reported, as a queue: the open ones first.
    static let reports = Screen("admin/reports", "Reports", for: .role(.moderator)) { visit in
        let status = visit.query("status") == Report.Status.resolved.rawValue ? Report.Status.resolved : .open
        let page = try await visit.read(
            ReportCalls.list,
            [("status", status.rawValue), ("cursor", visit.query("cursor"))]
        )
        let tabs: [(Report.Status, AdminText)] = [(.open, .open), (.resolved, .resolved)]
        let empty =
            status == .open
            ? EmptyState(.check, visit.text(AdminText.noReports), visit.text(AdminText.noReportsText))
            : EmptyState(.flag, visit.text(AdminText.noneResolved))
        return Document(
            visit.text(AdminText.reports),
            in: "admin/reports",
            """
            \(PageHead(visit.text(AdminText.reports), lead: "\(visit.text(AdminText.reportsText))", actions: hiddenLink(visit)))
            \(visit.flash("decided", AdminText.decided))\(Tabs(
                tabs.map { tab, word in
                    Tabs.Tab(visit.text(word), href: visit.here([("status", tab.rawValue)]), isCurrent: tab == status)
                },
                label: visit.text(AdminText.status)
            ))
            <div id="reports" data-subject="report/*">\
            \(List(page.items.map { row($0, visit) }, label: visit.text(AdminText.reports), empty: empty))</div>
            \(visit.pager(page.nextCursor, keeping: ["status"]))
            """
        )
    }

    private static func hiddenLink(_ visit: Visit) -> HTML {
        Button(visit.text(AdminText.hidden), .quiet, icon: .block, .link(visit.link("admin/hidden"))).html
    }

    private static func row(_ report: Report, _ visit: Visit) -> ListRow {
        ListRow(
            report.title ?? report.person?.fullName ?? visit.text(AdminText.erased),
            href: visit.link("admin/reports/\(report.id)"),
            leading: report.person.map { "\(Avatar($0, visit))" } ?? "\(Icon.flag)",
            badge: "\(Badge(visit.word(for: report.reason), .warning))",
            detail: "\(visit.text(AdminText.reportedBy, ["name": .text(report.by.fullName)]))",
            trailingDetail: "\(visit.time(report.createdAt))"
        )
    }

    /// One report with what was said, and what can be done about it.
    static let report = Screen(
        "admin/reports/{id:id}",
        "A report",
        for: .role(.moderator),
        writes: [
            ScreenWrite(ReportCalls.decide) { _, _ in "admin/reports?done=decided" },
            ScreenWrite(HidingCalls.hide) { visit, _ in "admin/reports/\(visit.value("id"))?done=hidden" },
            ScreenWrite(AccountAdminCalls.change, needsRecentSignIn: true) { visit, _ in
                "admin/reports/\(visit.value("id"))?done=saved"
            },
        ]
    ) { visit in
        let report = try await visit.read(ReportCalls.show, try visit.id())
        let name = report.title ?? report.person?.fullName
        let title =
            name.map { visit.text(AdminText.reportAbout, ["name": .text($0)]) }
            ?? visit.text(AdminText.erased)
        let suspension = try await suspension(report, visit)
        return Document(
            title,
            in: "admin/reports",
            """
            \(PageHead(title, back: (visit.text(AdminText.reports), visit.link("admin/reports"))))
            \(visit.flash("hidden", AdminText.wasHidden))\(visit.flash("saved", AdminText.wasSaved))
            \(Columns("\(ReportCase(report, visit).html)", side: "<div class=\"stack\">\(decision(report, visit))\(hiding(report, visit))\(suspension)</div>"))
            """
        )
    }

    private static func decision(_ report: Report, _ visit: Visit) -> Card {
        let isOpen = report.status == .open
        let form = ScreenForm(visit, ReportCalls.decide, report.id)
        let next = isOpen ? Report.Status.resolved : .open
        return Card(
            visit.text(isOpen ? AdminText.decide : .decided),
            isAccent: isOpen,
            """
            \(form("""
                \(form.alert)
                \(form.field("note", visit.text(AdminText.note), .textarea(rows: 3), value: report.note, hint: visit.text(AdminText.noteHint), marksOptional: true))
                \(form.hidden("status", next.rawValue))
                \(form.submit(visit.text(isOpen ? AdminText.resolve : .reopen), isOpen ? .primary : .quiet, isWide: true))
                """))
            """
        )
    }

    /// For admins, who may keep the person out.
    private static func suspension(_ report: Report, _ visit: Visit) async throws -> HTML {
        guard visit.role == .admin, let person = report.person, person.id != visit.accountID,
            let profile = try await visit.find({ try await visit.read(AccountAdminCalls.show, person.id) })
        else { return .none }
        return PersonCase(profile, nil, visit).state.html
    }

    /// What of the subject others no longer see.
    private static func hiding(_ report: Report, _ visit: Visit) -> HTML {
        let parts = visit.hideableParts(of: report.about.type)
        guard report.title != nil, !parts.isEmpty else { return .none }
        let form = ScreenForm(visit, HidingCalls.hide)
        let choice: HTML =
            parts.count == 1 && parts[0].value.isEmpty
            ? .none
            : form.field(
                "part",
                visit.text(AdminText.part),
                .select(parts),
                isRequired: !parts.contains { $0.value.isEmpty }
            )
        let content = form(
            """
            \(form.alert)\(form.hidden("subject.type", report.about.type))\(form.hidden("subject.id", "\(report.about.id)"))
            \(choice)
            \(form.field("reason", visit.text(AdminText.reason), .textarea(rows: 2), hint: visit.text(AdminText.reasonHint)))
            \(form.submit(visit.text(AdminText.hide), .danger, icon: .block))
            """
        )
        return Card(
            visit.text(AdminText.hideTitle),
            "<p class=\"soft\">\(visit.text(AdminText.hideText))</p>\(content)"
        ).html
    }
}
