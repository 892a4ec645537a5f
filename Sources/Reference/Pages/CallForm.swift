internal import HTTPServer
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The form with which the page's script sends a call. Hidden without a script.
struct CallForm {
    let call: CallDescription

    var html: HTML {
        """
        <details class="try" hidden><summary>Try it</summary>
        <form data-method="\(call.method.rawValue)" data-path="\(call.path)"\
        \(call.needsToken ? " data-token=\"yes\"" : HTML.none)\
        \(call.module.map { " data-module=\"\($0.rawValue)\"" } ?? HTML.none)\
        \(call.isSocket ? " data-socket=\"yes\"" : HTML.none)\
        \(call.sendsEvents ? " data-accept=\"text/event-stream\"" : HTML.none)\
        \(warning.isEmpty ? HTML.none : " data-warning=\"\(warning)\"")>
        \(call.pathParameters.map { Self.input($0, place: "path", value: samples.value(of: $0)) })
        \(call.query.map { Self.input($0.field, place: "query", value: samples.query[$0.name] ?? "") })
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

    /// The question of the form before it sends the call; empty if it sends without asking.
    private var warning: String {
        if !call.warning.isEmpty { return "This cannot be undone. " + call.warning }
        return call.method == .delete ? call.summary + "?" : ""
    }

    private var samples: Samples { Samples(call: call) }

    private static func input(_ field: FieldDescription, place: String, value: String) -> HTML {
        let choices = field.kind == .boolean ? ["true", "false"] : field.choices
        let control: HTML =
            choices.isEmpty
            ? """
            <input data-in="\(place)" name="\(field.name)" value="\(value)" spellcheck="false" autocapitalize="none">
            """
            : """
            <select data-in="\(place)" name="\(field.name)"><option value=""></option>\
            \(choices.map { "<option\($0 == value ? " selected" : HTML.none)>\($0)</option>" as HTML })</select>
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
        let text = body.example.map { JSONText.plain($0) } ?? "{}"
        let rows = min(14, text.split(separator: "\n").count + 1)
        return """
            <label class="block"><span>Body</span><textarea data-in="body" rows="\(rows)" spellcheck="false"
            autocapitalize="none">\(text)</textarea></label>
            """
    }
}
