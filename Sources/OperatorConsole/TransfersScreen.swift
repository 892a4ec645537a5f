internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI

/// The exports, imports and deletions of this console, and a form that imports a tenant.
struct TransfersScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show(_ refusal: String? = nil) -> Response {
        let runs = visit.services.transfers.all
        let list = Table(
            id: "transfers",
            caption: visit.text(.transfers),
            hidesCaption: true,
            columns: [.init(visit.text(.action)), .init(visit.text(.state)), .init(visit.utc(.when))],
            rows: runs.map { run in
                Table.Row([
                    "<a href=\"/transfers/\(run.id)\">\(visit.title(of: run))</a>", visit.badge(of: run).html,
                    visit.time(run.startedAt),
                ])
            },
            narrow: .rows,
            empty: EmptyState(.swap, visit.text(.noTransfers), visit.text(.noTransfersText))
        )
        return visit.page(
            visit.text(.transfers),
            in: .tenants,
            status: refusal == nil ? 200 : 422,
            every: runs.contains { $0.end == nil } ? 5 : nil,
            """
            \(PageHead(visit.text(.transfers), lead: "\(visit.text(.transfersText))", back: (visit.text(.tenants), "/tenants")))
            \(visit.alert(refusal))
            \(Columns("\(list)", side: upload.html))
            """
        )
    }

    private var upload: Card {
        let limit = visit.localizer.number(Int64(TransferRuns.fileLimit / 1_000_000))
        return Card(
            visit.text(.importTenant),
            """
            <form class="form" method="post" action="/transfers" enctype="multipart/form-data">\
            \(Field("file", visit.text(.file), .file(accept: ".gz,application/gzip"),
                hint: visit.text(.fileHint, ["megabytes": .text(limit)]), isRequired: true))\
            \(Field("slug", visit.text(.slug), value: visit.typed("slug") ?? "", hint: visit.text(.importSlugHint),
                limits: .init(minLength: 2, maxLength: 31)))\
            \(Button(visit.text(.importTenant), .primary, icon: .upload))</form>\
            \(visit.command("parlay admin import FILE --slug SLUG"))
            """
        )
    }

    /// A file that is no export is refused by the import itself, on the page of the run.
    func load() throws -> Response {
        guard let file = visit.form?.file, file.name == "file", !file.bytes.isEmpty else {
            return show(visit.text(.noFile))
        }
        let id = try visit.services.transfers.load(file.bytes, as: visit.typed("slug"), at: visit.now)
        return visit.redirect(to: "/transfers/\(id)")
    }
}
