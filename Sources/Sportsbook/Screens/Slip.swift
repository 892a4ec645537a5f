internal import Pages

/// What is about to be staked: a sheet behind a bar at the bottom of a phone, a column on a desk.
struct Slip: Part {
    struct Pick: Sendable {
        let title: String
        let detail: String
        let price: String
        let oldPrice: (text: String, spoken: String)?
        let note: HTML
        let remove: HTML

        /// - Parameters:
        ///   - oldPrice: the price it had when it was picked, if it moved; `spoken` says so in words.
        ///   - note: why it cannot be taken, or its stake as a single.
        ///   - remove: the form that takes it off.
        init(
            _ title: String,
            detail: String,
            price: String,
            oldPrice: (text: String, spoken: String)? = nil,
            note: HTML = "",
            remove: HTML = ""
        ) {
            self.title = title
            self.detail = detail
            self.price = price
            self.oldPrice = oldPrice
            self.note = note
            self.remove = remove
        }
    }

    let id: String
    let title: String
    let bar: String
    let barPrice: String
    let close: String
    let picks: [Pick]
    let form: HTML
    let empty: EmptyState
    let subject: String?

    /// - Parameters:
    ///   - bar: "2 picks", on the bar of a phone.
    ///   - form: stake, policy, payout and the button that places it.
    ///   - subject: makes its content and its bar regions, which a script fetches again.
    init(
        id: String = "slip",
        title: String,
        bar: String,
        barPrice: String = "",
        close: String,
        picks: [Pick],
        form: HTML,
        empty: EmptyState,
        subject: String? = nil
    ) {
        self.id = id
        self.title = title
        self.bar = bar
        self.barPrice = barPrice
        self.close = close
        self.picks = picks
        self.form = form
        self.empty = empty
        self.subject = subject
    }

    var html: HTML {
        let button: HTML =
            picks.isEmpty
            ? ""
            : """
            <button class="button primary sheet-bar" type="button" popovertarget="\(id)">\
            <span>\(bar)</span><strong>\(barPrice)</strong></button>
            """
        let content: HTML =
            picks.isEmpty ? empty.html : "<ul class=\"picks\" role=\"list\">\(each(picks, line))</ul>\(form)"
        let subject = attribute("data-subject", subject)
        return """
            <aside class="slip sheet" id="\(id)" popover aria-labelledby="\(id)-title"><div class="card">\
            <div class="sheet-head"><h2 id="\(id)-title">\(title)</h2>\
            <button class="button plain icon-only sheet-close" type="button" popovertarget="\(id)" popovertargetaction="hide">\
            \(Icon.cross)\(spoken(close))</button></div>\
            <div class="stack" id="\(id)-content"\(subject)>\(content)</div></div></aside>\
            <div class="slip-bar" id="\(id)-bar"\(subject)>\(button)</div>
            """
    }

    private func line(_ pick: Pick) -> HTML {
        let old: HTML = optional(pick.oldPrice) {
            "\(spoken($0.spoken))<s aria-hidden=\"true\">\($0.text)</s>"
        }
        return """
            <li class="pick"><div><strong>\(pick.title)</strong><p>\(pick.detail)</p></div>\
            <span class="odds-price">\(old)\(pick.price)</span>\(pick.remove)\
            \("<div class=\"full\">\(pick.note)</div>", if: !pick.note.isEmpty)</li>
            """
    }
}
