extension PartsPage {
    var fields: HTML {
        let options: [Field.Option] = [
            .init("a", "Exact"), .init("b", "Better"), .init("c", "Any", isDisabled: true),
        ]
        let details: [Field.Option] = [.init("a", "Beginner", detail: "A1 to A2"), .init("b", "Fluent")]
        return """
            <section><h2>Fields</h2><form class="form">
            \(Field("part-text", "Text", value: "typed", hint: "A hint.", isRequired: true))
            \(Field("part-empty", "Empty", optionalWord: "optional", placeholder: "Placeholder"))
            \(Field("part-email", "Email", .email, value: "ada", hint: "For the reset.", error: "Enter an email address.", autocomplete: "email"))
            \(Field("part-password", "Password", .password, autocomplete: "current-password"))
            <div class="row">\(Field("part-number", "Number", .number, value: "12", error: "At most 10."))\(Field("part-amount", "Amount", .money(symbol: "$"), value: "10.00"))\(Field("part-euro", "Amount", .money(symbol: "€", isAfter: true), value: "10,00", error: "At most 8,00 €."))</div>
            <div class="row">\(Field("part-when", "When", .dateTime, value: "2026-05-20T18:30"))\(Field("part-day", "Day", .date))</div>
            \(Field("part-note", "Note", .textarea(rows: 3), value: "A note", counter: "6 of 500"))
            \(Field("part-select", "Select", .select(options), value: "b"))
            \(Field("part-segmented", "If a price moves", .segmented(options), value: "b", hint: "Before it is placed."))
            \(Field("part-choices", "Level", .choices(details), value: "a", error: "Choose one."))
            \(Field("part-boxes", "Days", .checkboxes(details), values: ["a", "b"]))
            \(Field("part-check", "Stay signed in", .checkbox, value: "true", hint: "For 30 days"))
            \(Field("part-file", "Photo", .file(accept: "image/*")))
            \(Field("part-disabled", "Disabled", value: "fixed", isDisabled: true))
            </form></section>
            """
    }

    var figures: HTML {
        let days = (1...14).map { day in
            Chart.Point("\(day) May", Int64(day * 37 % 50), "\(day * 37 % 50) h")
        }
        let profit = (1...14).map { day in
            Chart.Point("\(day) May", Int64(day * 37 % 50 - 20), "$\(day * 37 % 50 - 20)")
        }
        let stats = [
            Stat("Amount", Money("$20.00").html, detail: "each"), Stat("Profit", Money("$20.00", .gain).html),
            Stat("Ends", TimeText("in 3 days", iso: "2026-05-20T18:30:00.000Z", isCountdown: true).html),
        ]
        return """
            <section><h2>Figures</h2>\(StatRow(stats))\(Meter("Finished", "31 of 150", value: 31, of: 150))
            \(Chart(id: "part-bars", "Hours by day", .bars, days, labelHeading: "Day", valueHeading: "Hours", tableSummary: "Show as a table"))
            \(Chart(id: "part-line", "Profit", .line, profit, labelHeading: "Day", valueHeading: "Profit", tableSummary: "Show as a table"))
            \(Chart(id: "part-minus", "Profit", .bars, profit, labelHeading: "Day", valueHeading: "Profit", tableSummary: "Show as a table"))
            \(Chart(id: "part-chart", "None", .bars, [], labelHeading: "Day", valueHeading: "Hours", tableSummary: "Show as a table", empty: EmptyState(.chart, "No figures yet")))
            </section>
            """
    }

    var pictures: HTML {
        let qr: HTML = """
            <svg viewBox="0 0 8 8" role="img" aria-label="QR code"><path d="M0 0h3v3H0zM5 0h3v3H5zM0 5h3v3H0zM4 4h1v1H4z"/></svg>
            """
        let numbers = [("x", "Left"), ("y", "Top"), ("width", "Width"), ("height", "Height")].map {
            name,
            label in
            Field(name, label, .number, id: "part-crop-\(name)", value: "0")
        }
        return """
            <section><h2>Pictures</h2>\
            \(Media(Avatar("Ada Lovelace", .large).html, "<h3>Ada</h3><p class=\"soft\">Portuguese · English</p>"))\
            \(QRFrame(qr, caption: "<a href=\"#\">tickets.example/w/abc</a>"))\
            \(Crop(photo: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", alternative: "Your photo", hint: "Drag the square.", fields: numbers, numbers: "By numbers", numbersHint: "In pixels of the photo."))</section>
            """
    }
}
