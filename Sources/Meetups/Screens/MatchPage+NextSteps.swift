internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension MatchPage {
    /// What comes next, first what waits for the reader.
    var nextSteps: HTML {
        if match.can(.accept) { return "\(plan)\(feedback)" }
        return "\(feedback)\(match.time1 == nil ? proposal : plan)"
    }

    // MARK: The plan

    private var plan: HTML {
        let isMine = match.can(.accept)
        let proposes = replaced == nil ? text(.theyPropose) : text(.theyWantChange)
        let title = isMine ? proposes : isScheduled ? text(.youMeet) : text(.youProposed)
        let off = about(replaced?.time1, replaced?.location, .agreedIsOff)
        let wait: HTML = isMine || isScheduled ? .none : "<p class=\"soft\">\(text(.youProposedText))</p>"
        let note: HTML = "\(off)\(wait)"
        return """
            <section id="plan" class="\(isMine || isScheduled ? "card accent" : "card")">\
            <div class="card-head"><h2 data-announce>\(title)</h2>\(countdown)</div>\
            \(PlanFacts(match.time1, match.location, visit))\(note)\
            \(ButtonRow(markup: planButtons))\(counter)</section>
            """
    }

    private var isScheduled: Bool { match.statusCode == .scheduled }

    /// What was agreed before somebody proposed to change it, which called it off; `nil` if nothing was.
    private var replaced: MatchEvent? {
        guard match.time1 != nil, !isScheduled, let last = history.last(where: { $0.kind.known != .proposed })
        else {
            return nil
        }
        return last.kind.known == .accepted ? last : nil
    }

    /// A sentence with a time and a place that were agreed.
    private func about(_ time: Timestamp?, _ location: String?, _ key: MeetupText) -> HTML {
        guard let time else { return .none }
        let words = visit.text(
            key,
            [
                "name": .text(name), "time": .text(visit.date(time, .dayTimeZone)),
                "location": .text(location ?? ""),
            ]
        )
        return Alert(.warning, words).html
    }

    private var countdown: HTML {
        guard let time = match.time1 else { return .none }
        let words = visit.localizer.relative(time, to: visit.now)
        return "<p class=\"soft\">\(TimeText(words, iso: time.description, isCountdown: true))</p>"
    }

    /// The main one first.
    private var planButtons: [HTML] {
        var buttons: [HTML] = []
        if match.can(.accept) {
            let form = form("accept")
            buttons.append(
                form(
                    "\(form.hidden("accept", "true"))\(form.submit(text(.accept), icon: .check))",
                    class: "inline-form"
                )
            )
        }
        if isScheduled {
            let link = visit.calendarLink(match.matchID)
            buttons.append(
                "\(Button(text(.addToCalendar), match.can(.feedback) ? .quiet : .primary, icon: .calendar, .link(link)))"
            )
        }
        if match.can(.cancel) { buttons.append(cancel) }
        return buttons
    }

    private var cancel: HTML {
        let (word, question): (MeetupText, MeetupText) =
            match.can(.accept)
            ? (.decline, replaced == nil ? .declineQuestion : .declineChangeQuestion)
            : isScheduled
                ? (.cancelMeetup, .cancelQuestion)
                : (.withdraw, replaced == nil ? .withdrawQuestion : .withdrawChangeQuestion)
        let form = form("cancel")
        return form(
            "\(form.hidden("cancel", "true"))\(form.submit(text(word), isScheduled ? .danger : .quiet))",
            class: "inline-form",
            confirm: text(question)
        )
    }

    /// Another time or place, behind a summary.
    private var counter: HTML {
        guard match.can(.propose) else { return .none }
        let (summary, submit): (MeetupText, MeetupText) =
            isScheduled ? (.changePlan, .sendChange) : (.proposeOther, .sendCounter)
        let form = form("propose")
        let warning = isScheduled ? about(match.time1, match.location, .changeCallsOff) : .none
        let content: HTML = "\(warning)\(fields(form, text(submit), .quiet))"
        return "\(Disclosure(text(summary), isOpen: form.refusal != nil, id: "propose", content))"
    }

    // MARK: Feedback

    private var feedback: HTML {
        guard match.can(.feedback), let time = match.feedbackOn else { return .none }
        let question = visit.text(
            MeetupText.feedbackText,
            ["name": .text(name), "time": .text(visit.date(time))]
        )
        return """
            <section id="feedback" class="card accent"><h2 data-announce>\(text(.feedbackTitle))</h2><p>\(question)</p>\
            \(ButtonRow(markup: [answer(true), answer(false)]))</section>
            """
    }

    private func answer(_ met: Bool) -> HTML {
        let form = ScreenForm(visit, MatchCalls.feedback, match.matchID, part: met ? "met" : "no-show")
        let button =
            met
            ? form.submit(text(.theyCame), match.can(.accept) ? .quiet : .primary, icon: .check)
            : form.submit(text(.theyDidNotCome), .quiet)
        return form(
            "\(form.hidden("met", met ? "true" : "false"))\(button)",
            class: "inline-form",
            confirm: met ? nil : text(.noShowQuestion)
        )
    }

    // MARK: A proposal

    private var proposal: HTML {
        guard match.can(.propose) else { return .none }
        let form = form("propose")
        guard !match.can(.feedback) else {
            let fields = fields(form, text(.propose), .quiet)
            return "\(Disclosure(text(.proposeNext), isOpen: form.refusal != nil, id: "propose", fields))"
        }
        return """
            <section id="plan" class="card accent"><h2 data-announce>\(text(.proposeTitle))</h2>\
            <p class="soft">\(text(.proposeText))</p>\(fields(form, text(.propose), .primary))</section>
            """
    }

    private func fields(_ form: ScreenForm, _ submit: String, _ kind: Button.Kind) -> HTML {
        let latest = visit.now.adding(seconds: 365 * 86_400)
        let time = form.field(
            MatchUpdate.time.name,
            text(.when),
            value: match.time1.map(visit.localizer.localInput),
            hint: text(.whenHint),
            isRequired: true,
            times: visit.now...latest
        )
        let place = form.field(
            "location",
            text(.place),
            value: match.location,
            hint: text(.placeHint),
            isRequired: true
        )
        let isRefused = form.refusal?.problem.errors?.isEmpty == false
        let plan = match.time1.map { Self.planText(visit.localizer.localInput($0), match.location ?? "") }
        return form(
            "\(form.alert, if: isRefused)\(plan.map { form.hidden(Self.planField, $0) })<div class=\"row\">\(time)\(place)</div>\(form.submit(submit, kind))"
        )
    }
}

/// A time and a place.
struct PlanFacts: Part {
    private let time: Timestamp?
    private let location: String?
    private let visit: Visit

    init(_ time: Timestamp?, _ location: String?, _ visit: Visit) {
        self.time = time
        self.location = location
        self.visit = visit
    }

    var html: HTML {
        """
        <ul class="plain">\
        \(time.map { "<li class=\"fact\">\(Icon.calendar)<strong>\(visit.time($0, .long))</strong></li>" as HTML })\
        \(location.map { "<li class=\"fact\">\(Icon.pin)<span>\($0)</span></li>" as HTML })</ul>
        """
    }
}
