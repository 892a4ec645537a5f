internal import Localization
internal import Pages
internal import ParlayAPI

extension Screen {
    /// The shelf as a file, out and in; and what became of each line.
    static let shelfFiles = Screen(
        "shelf/files",
        "Import and export",
        module: .shelf,
        writes: [ScreenWrite(showing: ShelfFileCalls.importFile)],
        // The call takes 8 MiB; the form around the file is small.
        upload: 8 * 1024 * 1024 + 16 * 1024
    ) { visit in ShelfFilesPage(visit: visit).document }
}

private struct ShelfFilesPage {
    let visit: Visit

    var document: Document {
        Document(
            visit.text(ShelfText.files),
            in: "shelf",
            """
            \(PageHead(visit.text(ShelfText.files), lead: "\(visit.text(ShelfText.filesLead))", back: (visit.text(ShelfText.shelf), visit.link("shelf"))))
            \(optional(visit.answer(of: ShelfFileCalls.importFile)) { ImportReport(visit: visit, report: $0).html })
            <div class="grid">\(importCard)\(exportCard)</div>
            """
        )
    }

    private var importCard: Card {
        let form = ScreenForm(visit, ShelfFileCalls.importFile)
        let errors = form.refusal?.problem.errors.map { $0.entries.flatMap { form.errors($0.path) } } ?? []
        let file = Field(
            "file",
            visit.text(ShelfText.chooseFile),
            .file(accept: ".csv,text/csv"),
            id: "shelf-file",
            hint: visit.text(
                ShelfText.importColumns,
                ["columns": .text(ShelfFile.columns.joined(separator: ", "))]
            ),
            error: errors.isEmpty ? nil : errors.joined(separator: " "),
            isRequired: true
        )
        let check = Button(
            visit.text(ShelfText.checkOnly),
            .quiet,
            .submit(name: "dry_run", value: "true")
        )
        return Card(
            visit.text(ShelfText.importTitle),
            """
            <p class="soft">\(visit.text(ShelfText.importText))</p>
            \(form(
                """
                \(form.alert)\(file)
                <div class="buttons">\(Button(visit.text(ShelfText.runImport), .primary, icon: .upload))\(check)</div>
                <p class="hint soft">\(visit.text(ShelfText.checkHint))</p>
                """,
                isUpload: true
            ))
            """
        )
    }

    private var exportCard: Card {
        Card(
            visit.text(ShelfText.exportTitle),
            """
            <p class="soft">\(visit.text(ShelfText.exportText))</p>
            \(ButtonRow(Button(visit.text(ShelfText.download), .quiet, icon: .download, .link(visit.link("shelf/export.csv")))))
            """
        )
    }
}

/// What an import did with each line of a file.
private struct ImportReport {
    /// Lines in each of the two tables.
    private static let limit = 1000

    let visit: Visit
    let report: ShelfImportReport

    private var wasCheck: Bool { visit.answeredInput?["dry_run"] == "true" }

    var html: HTML {
        let title = visit.text(wasCheck ? ShelfText.checkReport : ShelfText.report)
        let counts: [(ShelfText, Int)] = [
            (.lineAdded, report.added), (.lineUpdated, report.updated), (.lineUnchanged, report.unchanged),
            (.lineUnknown, report.unknown), (.lineInvalid, report.invalid),
        ]
        let stats = StatRow(
            counts.map { Stat(visit.text($0.0), "\(visit.localizer.number(Int64($0.1)))") }
        )
        return """
            <section id="report" class="region"><h2>\(title)</h2>\(stats)\(bad)\(good)\
            \(ButtonRow(Button(visit.text(ShelfText.showShelf), .quiet, .link(visit.link("shelf", [("status", "all")])))))</section>
            """
    }

    private func isBad(_ line: ShelfImportReport.Line) -> Bool {
        line.result == .unknown || line.result == .invalid
    }

    private var bad: HTML {
        let lines = report.items.filter(isBad)
        guard !lines.isEmpty else { return Alert(.good, visit.text(ShelfText.nothingToCheck)).html }
        return "\(table("bad-lines", .toCheck, lines, hasDetail: true))\(leftOut(lines))"
    }

    private var good: HTML {
        let lines = report.items.filter { !isBad($0) }
        guard !lines.isEmpty else { return .none }
        let title = visit.text(ShelfText.otherLines, ["count": .number(Int64(lines.count))])
        return Disclosure(
            title,
            "\(table("good-lines", .otherLines, lines, hasDetail: false))\(leftOut(lines))"
        ).html
    }

    private func leftOut(_ lines: [ShelfImportReport.Line]) -> HTML {
        guard lines.count > Self.limit else { return .none }
        let rest = lines.count - Self.limit
        return "<p class=\"hint\">\(visit.text(ShelfText.linesLeftOut, ["count": .number(Int64(rest))]))</p>"
    }

    private func table(_ id: String, _ title: ShelfText, _ lines: [ShelfImportReport.Line], hasDetail: Bool)
        -> Table
    {
        let columns =
            [
                Table.Column(visit.text(ShelfText.lineNumber)), Table.Column(visit.text(ShelfText.lineName)),
                Table.Column(visit.text(ShelfText.lineResult)),
            ] + (hasDetail ? [Table.Column(visit.text(ShelfText.lineDetail))] : [])
        return Table(
            id: id,
            caption: visit.text(title, ["count": .number(Int64(lines.count))]),
            hidesCaption: !hasDetail,
            columns: columns,
            rows: lines.prefix(Self.limit).map { row($0, hasDetail: hasDetail) },
            narrow: .rows
        )
    }

    /// The sentences of the report that name nothing of the line.
    private static let details: [String: ShelfText] = [
        "There is no game with this name.": .noSuchGame,
        "There is no game with this name and year.": .noSuchGameInYear,
        "There is no game with this igdb_id.": .noSuchID,
        "There is no game with this igdb_id, and none with this name.": .noSuchIDOrName,
        "There is no game with this igdb_id, and none with this name and year.": .noSuchIDOrName,
    ]

    private func row(_ line: ShelfImportReport.Line, hasDetail: Bool) -> Table.Row {
        let name = line.name ?? "–"
        let game: HTML = line.gameID.map { "<a href=\"\(visit.gameLink($0))\">\(name)</a>" } ?? "\(name)"
        let cells: [HTML] = ["\(visit.localizer.number(Int64(line.line)))", game, result(line)]
        let detail: HTML = optional(line.detail) { detail in
            Self.details[detail].map { "\(visit.text($0))" } ?? "<span lang=\"en\">\(detail)</span>"
        }
        return Table.Row(cells + (hasDetail ? [detail] : []))
    }

    private func result(_ line: ShelfImportReport.Line) -> HTML {
        switch line.result.known {
        case .added?: Badge(visit.text(ShelfText.lineAdded), .good).html
        case .updated?: Badge(visit.text(ShelfText.lineUpdated), .good).html
        case .unchanged?: Badge(visit.text(ShelfText.lineUnchanged)).html
        case .unknown?: Badge(visit.text(ShelfText.lineUnknown), .warning, icon: .search).html
        case .invalid?: Badge(visit.text(ShelfText.lineInvalid), .bad).html
        case nil: "\(line.result.rawValue)"
        }
    }
}
