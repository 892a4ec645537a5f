package import Localization

/// The question that a form asks before it is sent, as a page: for browsers without scripts. A script asks in a dialog, and
/// takes the question out of the form before it sends it.
package struct Question {
    /// The form's own field with the question.
    package static let field = "_confirm"

    private let text: String
    private let input: FormInput

    /// `nil` for a form without a question. A file cannot be sent along.
    package init?(of input: FormInput) {
        guard let text = input[Self.field], !text.isEmpty, input.file == nil else { return nil }
        self.text = text
        self.input = input
    }

    package func title(_ localizer: Localizer) -> String { localizer.text(PageText.sure) }

    /// The same form once more, without the question.
    ///
    /// - Parameter address: of the form, and of the page to go back to.
    package func html(_ localizer: Localizer, at address: String) -> HTML {
        let fields = input.carried(without: Self.field)
        let yes = Button(localizer.text(PageText.yes), .danger)
        return Confirm(
            title(localizer),
            text,
            action: """
                <form method="post" action="\(address)" class="inline-form">\(fields)\(yes)</form>
                """,
            cancel: (localizer.text(PageText.no), address)
        ).html
    }
}
