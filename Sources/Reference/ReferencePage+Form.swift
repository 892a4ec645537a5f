internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

extension ReferencePage {
    /// What the page's script sends a call by.
    func form(_ call: CallDescription) -> HTML {
        """
        <details class="try"><summary>Try it</summary>
        <form data-method="\(call.method.rawValue)" data-path="\(call.path)"\
        \(call.needsToken ? " data-token=\"yes\"" : HTML.none)>
        \(call.pathParameters.map { Self.input($0, place: "path", value: Samples(call: call).value(of: $0)) })
        \(call.query.map { Self.input($0.field, place: "query", value: "") })
        \(call.headers.map { header in
            """
            <label><span>\(header.rawValue)</span><input data-in="header" name="\(header.rawValue)" spellcheck="false"></label>

            """
        })
        \(Self.bodyInput(call.body))
        <div class="actions"><button type="submit" class="primary">Send</button><span class="hint"></span></div>
        <div class="result" aria-live="polite"></div>
        </form></details>
        """
    }

    private static func input(_ field: FieldDescription, place: String, value: String) -> HTML {
        let choices = field.kind == .boolean ? ["true", "false"] : field.choices
        let control: HTML =
            choices.isEmpty
            ? """
            <input data-in="\(place)" name="\(field.name)" value="\(value)" spellcheck="false" autocapitalize="none">
            """
            : """
            <select data-in="\(place)" name="\(field.name)"><option value=""></option>\
            \(choices.map { "<option>\($0)</option>" })</select>
            """
        return "<label><span>\(field.name)</span>\(control)</label>\n"
    }

    private static func bodyInput(_ body: CallDescription.Body?) -> HTML {
        guard let body else { return .none }
        guard body.media.first == "application/json" else {
            return """
                <label class="block"><span>Body</span><input type="file" data-in="file"
                accept="\(body.media.joined(separator: ","))"></label>
                """
        }
        let text = body.example.map(JSONText.plain) ?? "{}"
        let rows = min(14, text.split(separator: "\n").count + 1)
        return """
            <label class="block"><span>Body</span><textarea data-in="body" rows="\(rows)" spellcheck="false"
            autocapitalize="none">\(text)</textarea></label>
            """
    }
}
