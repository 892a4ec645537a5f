internal import Administration
internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Reactor

/// One export, import or deletion: how far it is, what it did, and the file of an export.
struct TransferScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show() throws -> Response {
        guard let run = visit.services.transfers[visit.parameter("id")] else { throw ConsoleError.notFound }
        let title = visit.title(of: run)
        return visit.page(
            title,
            in: .tenants,
            every: run.end == nil ? 2 : nil,
            """
            \(PageHead(title, lead: "\(visit.time(run.startedAt)) UTC", back: (visit.text(.transfers), "/transfers")))
            \(state(run))
            \(visit.command(command(run)))
            """
        )
    }

    private func state(_ run: TransferRuns.Run) -> HTML {
        switch run.end {
        case nil: Card(footer: "<p class=\"hint\">\(visit.text(.transferLeave))</p>", progress(run)).html
        case .failed(let sentence)?: Alert(.error, sentence, title: visit.text(.notDone), id: "errors").html
        case .finished(let report)?: "\(done(run, report))\(rows(report))"
        }
    }

    private func progress(_ run: TransferRuns.Run) -> HTML {
        guard run.total > 0 else { return "<p>\(visit.text(.transferBegins))</p>" }
        // A percentage: what is counted differs, and a meter wants small numbers.
        let percent = Int(min(100, run.done * 100 / run.total))
        return Meter(
            visit.text(.progress),
            visit.localizer.percent(Double(percent) / 100),
            value: percent,
            of: 100
        ).html
    }

    private func done(_ run: TransferRuns.Run, _ report: TransferReport) -> HTML {
        switch run.kind {
        case .export: file(run, report)
        case .load:
            "\(Alert(.good, content: "<p>\(visit.text(.loaded))</p>", actions: tenantLink(report.slug)))\(optional(report.unopened) { unopened($0) })"
        case .delete: "\(Alert(.good, visit.text(.tenantDeleted)))"
        }
    }

    /// What the tenant has to be given again.
    private func unopened(_ secrets: UnopenedSecrets) -> HTML {
        guard !secrets.isEmpty else { return .none }
        let settings = visit.localizer.list(secrets.settings)
        let lines = [
            secrets.settings.isEmpty
                ? nil : visit.text(.unopenedSettings, ["settings": .text(settings)]),
            secrets.people == 0 ? nil : visit.text(.unopenedFactors, ["count": .number(secrets.people)]),
        ].compactMap(\.self)
        return Alert(.warning, content: each(lines) { "<p>\($0)</p>" as HTML }).html
    }

    private func tenantLink(_ slug: String) -> HTML { "<p><a href=\"/tenants/\(slug)\">\(slug)</a></p>" }

    private func file(_ run: TransferRuns.Run, _ report: TransferReport) -> HTML {
        let path = visit.services.transfers.file(of: run.id)
        let bytes = report.bytes ?? 0
        let isSmall = bytes <= Int64(TransferRuns.fileLimit)
        let way: HTML =
            path == nil
            ? "<p>\(visit.text(.fileGone))</p>"
            : isSmall
                ? Button(visit.text(.download), .primary, icon: .download, .link("/transfers/\(run.id)/file"))
                    .html
                : "<p>\(visit.text(.fileTooLarge))</p><p><code>\(path ?? "")</code></p>"
        return Card(
            visit.text(.file),
            """
            \(Facts([
                (visit.text(.bytes), "\(visit.localizer.number(bytes))"), ("SHA-256", "<code>\(report.sha256 ?? "")</code>"),
            ]))<p class="hint">\(visit.text(.fileIsSecret))</p>\(way)
            """
        )
        .html
    }

    private func rows(_ report: TransferReport) -> Table {
        Table(
            id: "rows",
            caption: visit.text(.rows),
            columns: [.init(visit.text(.table)), .init(visit.text(.count), .end)],
            rows: report.rows.filter { $0.count > 0 }.map {
                Table.Row(["<code>\($0.table)</code>", "\(visit.localizer.number($0.count))"])
            }
        )
    }

    private func command(_ run: TransferRuns.Run) -> String {
        let slug = run.slug ?? "SLUG"
        return switch run.kind {
        case .export: Shell.line("export", [slug], [("--out", "\(slug).gz")])
        case .load: Shell.line("import", ["FILE"], [("--slug", run.slug)])
        case .delete: Shell.line("tenant delete", [slug])
        }
    }

    // MARK: Exports

    func export() async throws -> Response {
        let slug = visit.parameter("slug")
        guard try await OperatorTenants.show(slug, visit.database) != nil else { throw ConsoleError.notFound }
        return visit.redirect(to: "/transfers/\(try visit.services.transfers.export(slug, at: visit.now))")
    }

    func download() async throws -> Response {
        let (transfers, id) = (visit.services.transfers, visit.parameter("id"))
        guard let run = transfers[id], case .finished(let report)? = run.end,
            (report.bytes ?? .max) <= Int64(TransferRuns.fileLimit),
            let bytes = try await visit.services.blocking.run({ transfers.bytes(of: id) })
        else { throw ConsoleError.notFound }
        return Response(status: 200, contentType: "application/gzip", body: bytes)
            .with("Content-Disposition", "attachment; filename=\"\(report.slug).gz\"")
            .with("Cache-Control", "no-store")
            .with("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    }
}

extension ConsoleVisit {
    /// What is done, and to which tenant.
    func title(of run: TransferRuns.Run) -> String {
        let slug = run.slug ?? ""
        return switch run.kind {
        case .export: text(.exportOf, ["slug": .text(slug)])
        case .load: slug.isEmpty ? text(.importing) : text(.importAs, ["slug": .text(slug)])
        case .delete: text(.deletionOf, ["slug": .text(slug)])
        }
    }

    func badge(of run: TransferRuns.Run) -> Badge {
        switch run.end {
        case nil: Badge(text(.running), .info, icon: .clock)
        case .finished?: Badge(text(.finished), .good)
        case .failed?: Badge(text(.bad), .bad)
        }
    }
}
