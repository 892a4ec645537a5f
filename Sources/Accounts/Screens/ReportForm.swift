internal import Localization
package import Pages
internal import ParlayAPI

/// The form that reports something to moderators.
package struct ReportForm: Part {
    private let visit: Visit
    private let field: String
    private let id: Int64
    private let form: ScreenForm

    /// - Parameter field: the member of the report that names its subject, such as `account_id`.
    package init(_ field: String, _ id: Int64, _ visit: Visit) {
        self.visit = visit
        self.field = field
        self.id = id
        form = ScreenForm(visit, ReportCalls.create)
    }

    /// Whether it was sent and refused.
    var isRefused: Bool { form.refusal != nil }

    package var html: HTML {
        let reasons: [(Report.Reason, AccountText)] = [
            (.spam, .reasonSpam), (.abuse, .reasonAbuse), (.fraud, .reasonFraud), (.other, .reasonOther),
        ]
        let options = reasons.map { Field.Option($0.rawValue, visit.text($1)) }
        return form(
            """
            \(form.alert)\(form.hidden(field, "\(id)"))
            \(form.field("reason", visit.text(AccountText.reportReason), .choices(options)))
            \(form.field("text", visit.text(AccountText.reportWords), .textarea(rows: 3)))
            \(form.submit(visit.text(AccountText.report), .quiet, icon: .flag))
            """
        )
    }

    /// Behind a word, for the end of a page.
    package func folded(_ word: String) -> Disclosure {
        Disclosure(
            word,
            isOpen: isRefused,
            id: "report",
            "<p class=\"soft\">\(visit.text(AccountText.reportText))</p>\(self)"
        )
    }
}
