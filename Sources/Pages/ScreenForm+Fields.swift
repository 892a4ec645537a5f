extension ScreenForm {
    /// The refusal as an alert above the fields, if there is one.
    package var alert: HTML {
        guard let problem else { return .none }
        return "\(Alert(.error, problem))"
    }

    package func submit(
        _ text: String,
        _ kind: Button.Kind = .primary,
        icon: Icon? = nil,
        isWide: Bool = false
    ) -> HTML {
        "\(Button(text, kind, icon: icon, isWide: isWide))"
    }

    /// A form of one button: a move that needs nothing typed.
    package func button(
        _ text: String,
        _ kind: Button.Kind = .quiet,
        icon: Icon? = nil,
        confirm: String? = nil,
        hidesText: Bool = false,
        fields: HTML = .none
    ) -> HTML {
        self(
            "\(alert)\(fields)\(Button(text, kind, icon: icon, hidesText: hidesText))",
            class: "inline-form",
            confirm: confirm
        )
    }
}
