internal import Localization
internal import Pages
internal import ParlayAPI

/// A report as moderators read it: who said what about whom, and the subject as it was then.
struct ReportCase {
    private let report: Report
    private let visit: Visit

    init(_ report: Report, _ visit: Visit) {
        self.report = report
        self.visit = visit
    }

    var html: HTML {
        let photo =
            report.subjectCopy?.photoVersion == nil
            ? HTML.none : "<p class=\"soft\">\(visit.text(AdminText.hadPhoto))</p>"
        let copy: HTML = optional(report.subjectCopy) { copy in
            Card(
                visit.text(AdminText.asReported),
                "<blockquote class=\"quote\">\(copy.text.isEmpty ? visit.text(AdminText.noWords) : copy.text)</blockquote>\(photo)"
            )
            .html
        }
        return """
            \(Card(visit.text(AdminText.complaint), trailing: "\(Badge(visit.word(for: report.reason), .warning))", facts))\(copy)
            """
    }

    private var facts: HTML {
        var facts: [(word: String, value: HTML)] = [
            (visit.text(AdminText.reporter), person(report.by)),
            (visit.text(AdminText.when), visit.time(report.createdAt)),
        ]
        if let person = report.person { facts.append((visit.text(AdminText.about), self.person(person))) }
        if let link = visit.link(to: report.about) {
            facts.append(
                (
                    visit.text(AdminText.subject),
                    "<a href=\"\(link)\">\(report.title ?? visit.text(AdminText.show))</a>"
                )
            )
        }
        let words = report.text.isEmpty ? visit.text(AdminText.noWords) : report.text
        return "<blockquote class=\"quote\">\(words)</blockquote>\(Facts(facts))"
    }

    private func person(_ person: Person) -> HTML {
        "<a href=\"\(visit.consoleLink(to: person))\">\(person.fullName)</a> <span class=\"soft\">@\(person.username)</span>"
    }
}

extension Visit {
    /// The address of a person in the console.
    func consoleLink(to person: Person) -> String { link("admin/people/\(person.id)") }

    func word(for reason: Extensible<Report.Reason>) -> String {
        switch reason.known {
        case .spam: text(AdminText.reasonSpam)
        case .abuse: text(AdminText.reasonAbuse)
        case .fraud: text(AdminText.reasonFraud)
        case .other, nil: text(AdminText.reasonOther)
        }
    }
}
