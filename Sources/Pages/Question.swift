/// The question that a form asks before it is sent, as a page: for browsers without scripts. A script asks in a dialog, and
/// takes the question out of the form before it sends it.
struct Question {
    /// The form's own field with the question.
    static let field = "_confirm"

    private let text: String
    private let input: FormInput
    private let visit: Visit

    /// `nil` for a form without a question. A file cannot be sent along.
    init?(of input: FormInput, _ visit: Visit) {
        guard let text = input[Self.field], !text.isEmpty, input.file == nil else { return nil }
        self.text = text
        self.input = input
        self.visit = visit
    }

    /// The same form once more, without the question.
    var document: Document {
        let title = visit.text(PageText.sure)
        let fields = input.carried(without: Self.field)
        let yes = Button(visit.text(PageText.yes), .danger)
        return Document(
            title,
            isNarrow: true,
            Confirm(
                title,
                text,
                action: """
                    <form method="post" action="\(visit.address)" class="inline-form">\(fields)\(yes)</form>
                    """,
                cancel: (visit.text(PageText.no), visit.address)
            ).html
        )
    }
}
