internal import HTTPServer
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// A call on the page of its chapter.
struct CallArticle {
    let call: CallDescription

    var html: HTML {
        """
        <article class="call" id="\(call.name)">
        <div class="text">
        <h2>\(call.summary) <a class="anchor" href="#\(call.name)" aria-label="Link to \(call.summary)">#</a></h2>
        <p class="path">\(Self.badge(call.method))<code>\(Self.path(call.path))</code></p>
        <p class="tags">\(tags)</p>
        \(HTML.prose(call.details))
        \(call.warning.isEmpty ? HTML.none : "<p class=\"warning\">Cannot be undone. \(HTML.inline(call.warning))</p>")
        \(parameters)
        \(body)
        \(answers)
        \(refusals)
        </div>
        <div class="code">
        \(samples)
        \(example)
        \(CallForm(call: call).html)
        </div>
        </article>

        """
    }

    private static func path(_ path: String) -> HTML {
        var html = HTML.none
        for (index, segment) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { html += "/<wbr>" }
            html += segment.hasPrefix("{") ? "<i>\(String(segment))</i>" : "\(String(segment))"
        }
        return html
    }

    private var tags: [HTML] {
        var tags: [HTML] = []
        switch call.access {
        case .open: tags.append("<span>no token</span>")
        case .optionalToken: tags.append("<span>token optional</span>")
        case .token: tags.append("<span>token</span>")
        case .tokenUnlessPublic: tags.append("<span>token, unless public</span>")
        case .role(let role): tags.append("<span class=\"strong\">\(role.rawValue)</span>")
        }
        if let scope = call.scope { tags.append("<span>key \(scope.rawValue)</span>") }
        if let module = call.module { tags.append("<span>module \(module.rawValue)</span>") }
        tags.append("<span class=\"name\">\(call.name)</span>")
        return tags
    }

    /// Below the tenant's base address.
    static func shortPath(_ path: String) -> String { path.replacing("/v1/{tenant}", with: "") }

    static func badge(_ method: HTTPMethod) -> HTML {
        let short = method == .delete ? "DEL" : method.rawValue
        return "<b class=\"method \(method.rawValue.lowercased())\">\(short)</b>"
    }

    // MARK: Tables

    private var parameters: HTML {
        var rows = call.pathParameters.map { Self.row($0, note: "path") }
        rows += call.query.map { parameter in
            var note = "query"
            if parameter.isRepeatable { note += ", repeatable" }
            if parameter.field.isRequired { note += ", required" }
            return Self.row(parameter.field, note: note)
        }
        rows += call.headers.map { header in
            """
            <tr><th scope="row"><code>\(header.rawValue)</code><small>text, header</small></th>
            <td>\(HTML.inline(header.summary))</td></tr>
            """
        }
        return rows.isEmpty ? .none : Self.table("Parameters", rows)
    }

    private var body: HTML {
        guard let body = call.body else { return .none }
        guard !body.fields.isEmpty else {
            let media = body.media.map { HTML("<code>\($0)</code> ") }
            return "<h3>Body</h3><p>The raw bytes, of one of the types \(media)</p>"
        }
        let title = body.isRequired ? "Body" : "Body (optional)"
        return Self.table(title, body.fields.flatMap { Self.rows($0, inBody: true) })
    }

    static func table(_ title: String, _ rows: [HTML]) -> HTML {
        "<h3>\(title)</h3>\n<table class=\"fields\"><tbody>\(rows)</tbody></table>\n"
    }

    /// A field, and its nested fields with dotted names.
    static func rows(_ field: FieldDescription, inBody: Bool, prefix: String = "") -> [HTML] {
        var field = field
        field.name = prefix + field.name
        let isRequired = inBody && field.isRequired
        var note: [String] = []
        if isRequired && field.module == nil { note.append("required") }
        if !inBody && !field.isRequired && field.module == nil { note.append("optional") }
        if let module = field.module { note.append("module \(module.rawValue)") }
        var rows = [row(field, note: note.joined(separator: ", "))]
        if field.schemaName != nil { return rows }
        switch field.kind {
        case .object(let inner):
            rows += inner.flatMap { self.rows($0, inBody: inBody, prefix: field.name + ".") }
        case .list(let element):
            guard element.schemaName == nil, case .object(let inner) = element.kind else { break }
            rows += inner.flatMap { self.rows($0, inBody: inBody, prefix: field.name + "[].") }
        case .text, .integer, .number, .boolean, .timestamp: break
        }
        return rows
    }

    private static func row(_ field: FieldDescription, note: String) -> HTML {
        """
        <tr><th scope="row"><code>\(field.name)</code><small>\(FieldText(field).kind)\(note.isEmpty ? HTML.none : ", \(note)")</small></th>
        <td>\(HTML.inline(FieldText(field).summary))</td></tr>
        """
    }

    // MARK: Answers

    private var answers: HTML {
        let rows = call.answers.map { answer -> HTML in
            let headers = answer.headers.filter { $0 != .requestID && !AnswerHeader.budget.contains($0) }
            return """
                <tr><th scope="row"><span class="status">\(answer.status)</span></th>
                <td>\(Self.content(answer.content)) \(HTML.inline(answer.summary))
                \(headers.isEmpty ? HTML.none : "<small>Headers: \(Self.list(headers)).</small>")</td></tr>
                """
        }
        return "<h3>Answers</h3>\n<table class=\"answers\"><tbody>\(rows)</tbody></table>\n"
    }

    private static func list(_ headers: [AnswerHeader]) -> [HTML] {
        headers.enumerated().map { index, header in
            "\(index == 0 ? "" : ", ")<code title=\"\(header.summary.replacing("`", with: ""))\">\(header.rawValue)</code>"
        }
    }

    private static func content(_ content: RouteDescription.Content) -> HTML {
        switch content {
        case .none: return .none
        case .json: return "<code>application/json</code>"
        case .media(let types): return "\(types.map { HTML("<code>\($0)</code> ") })"
        case .resource, .object, .assembled:
            let name = content.schema?.name ?? ""
            return "<a class=\"type\" href=\"\(Site.path(ofSchema: name))\">\(name)</a>"
        case .page:
            let name = content.schema?.name ?? ""
            return "<span class=\"type\">page of <a href=\"\(Site.path(ofSchema: name))\">\(name)</a></span>"
        }
    }

    private var refusals: HTML {
        let own = call.refusals.filter(\.isOwn).map { refusal -> HTML in
            """
            <tr><th scope="row"><span class="status bad">\(refusal.status)</span></th>
            <td><a href="/docs/problems#\(refusal.code)"><code>\(refusal.code)</code></a>
            \(HTML.inline(refusal.summary))</td></tr>
            """
        }
        let general = call.refusals.filter { !$0.isOwn }.sorted { $0.status < $1.status }.map {
            refusal -> HTML in
            """
            <li><a href="/docs/problems#\(refusal.code)"><span>\(refusal.status)</span> <code>\(refusal.code)</code></a></li>
            """
        }
        guard !(own.isEmpty && general.isEmpty) else { return .none }
        let table: HTML = own.isEmpty ? .none : "<table class=\"answers\"><tbody>\(own)</tbody></table>"
        let rest: HTML =
            general.isEmpty
            ? .none
            : """
            <details class="general"><summary>Common errors</summary><ul>\(general)</ul></details>
            """
        return "<h3>Problems</h3>\n\(table)\(rest)\n"
    }

    // MARK: Code

    private var samples: HTML {
        let samples = Samples(call: call)
        return """
            <div class="samples">
            <div class="tabs" role="group" aria-label="Language">\(Samples.tabs.map { tab in
                "<button type=\"button\" data-show=\"\(tab.id)\">\(tab.title)</button>" as HTML
            })<button type="button" class="copy">Copy</button></div>
            \(Samples.tabs.map { tab in
                "<pre data-language=\"\(tab.id)\" tabindex=\"0\"><code>\(tab.code(samples))</code></pre>\n" as HTML
            })
            </div>
            """
    }

    private var example: HTML {
        guard let answer = call.answers.first else { return .none }
        guard let example = answer.example else {
            return .none
        }
        return """
            <div class="example"><h4><span class="status">\(answer.status)</span> Answer</h4>
            <pre tabindex="0"><code>\(JSONText.marked(example))</code></pre></div>
            """
    }
}
