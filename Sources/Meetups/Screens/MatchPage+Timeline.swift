internal import Localization
internal import Pages
internal import ParlayAPI

extension MatchPage {
    /// How it came about, oldest first.
    var timeline: HTML {
        let entries = history.indices.map { entry(at: $0) }
        return """
            <section id="history"><h2>\(text(.history))</h2>\(Timeline(entries, label: text(.history)))</section>
            """
    }

    private func isMine(_ event: MatchEvent) -> Bool { event.by != match.profile.person.id }

    private func entry(at index: Int) -> Timeline.Entry {
        let event = history[index]
        switch event.kind.known {
        case .matched: return system(event, .people, text(isMine(event) ? .youMatched : .theyMatched))
        case .proposed: return said(event, isGone: !isPending(index), proposal(event, index))
        case .accepted:
            let isGone = isCalledOff(index)
            let gone: HTML = isGone ? " <span class=\"soft\">· \(text(.noLongerAgreed))</span>" : .none
            return said(
                event,
                isGone: isGone,
                "<p class=\"fact\">\(Icon.check)<span><strong>\(text(.accepted))</strong>\(gone)</span></p>"
            )
        case .cancelled: return system(event, .cross, text(cancelledText(event, index)))
        case .lapsed: return system(event, .clock, text(.lapsed))
        case .held: return system(event, .calendar, heldText(event))
        case nil: return system(event, .info, event.kind.rawValue)
        }
    }

    private func system(_ event: MatchEvent, _ icon: Icon, _ words: String) -> Timeline.Entry {
        Timeline.Entry(.system, icon: icon, time: visit.time(event.at), "\(words)")
    }

    private func said(_ event: MatchEvent, isGone: Bool, _ content: HTML) -> Timeline.Entry {
        let isMine = isMine(event)
        return Timeline.Entry(
            isMine ? .mine : .theirs,
            author: isMine ? text(.you) : match.profile.person.displayName,
            photo: visit.photo(of: match.profile.person),
            time: visit.time(event.at),
            isGone: isGone,
            content
        )
    }

    /// Whether this is the plan that counts.
    private func isPending(_ index: Int) -> Bool {
        match.time1 != nil && history.lastIndex { $0.kind == .proposed } == index
    }

    /// Whether somebody called off what was agreed here, or wants to change it, which does the same.
    private func isCalledOff(_ index: Int) -> Bool {
        guard index + 1 < history.count else { return false }
        let next = history[index + 1].kind.known
        return next == .cancelled || next == .proposed
    }

    private func proposal(_ event: MatchEvent, _ index: Int) -> HTML {
        let before = index > 0 ? history[index - 1] : nil
        let word: MeetupText =
            before?.kind.known == .accepted
            ? .changeProposal
            : before?.kind.known == .proposed && before?.by != event.by ? .counterProposal : .proposal
        let time: HTML =
            event.time1.map { "<p><strong>\(visit.time($0, .dayTimeZone))</strong></p>" } ?? .none
        let place: HTML =
            event.location.map { "<p class=\"fact\">\(Icon.pin)<span>\($0)</span></p>" } ?? .none
        let gone: HTML = isPending(index) ? .none : spoken(text(.noLongerOpen))
        return "<p class=\"soft\">\(text(word))\(gone)</p>\(time)\(place)"
    }

    /// What was cancelled: the own proposal, the other's, or what both had agreed.
    private func cancelledText(_ event: MatchEvent, _ index: Int) -> MeetupText {
        let isMine = isMine(event)
        guard index > 0, history[index - 1].kind == .proposed else {
            return isMine ? .youCancelled : .theyCancelled
        }
        if history[index - 1].by == event.by { return isMine ? .youWithdrew : .theyWithdrew }
        return isMine ? .youDeclined : .theyDeclined
    }

    private func heldText(_ event: MatchEvent) -> String {
        let time = visit.text(MeetupText.held, ["time": .text(visit.date(event.time1 ?? event.at))])
        switch event.met {
        case true?: return "\(time) \(text(.saidCame))"
        case false?: return "\(time) \(text(.saidNoShow))"
        case nil: return time
        }
    }
}
