internal import HTTPServer
package import Localization
package import ParlayAPI
internal import Security
internal import Synchronization
internal import Tenancy

/// A form of a page that makes a call. Its fields are those of the call's body: their names, limits and rules are the declared
/// ones, and the same form shows what was refused and what was typed.
///
///     let form = ScreenForm(visit, MatchCalls.plan, match.matchID, tag: tag)
///     return form("""
///         \(form.field("time_1", visit.text(.time)))
///         \(form.submit(visit.text(.propose)))
///         """)
package struct ScreenForm: DeclaredForm {
    package let visit: Visit
    private let name: String
    private let target: String
    private let tag: String?
    private let address: String
    private let key: String
    private let body: DeclaredBody
    private let part: String?
    /// The refusal of this form; `nil` for one that was not sent.
    package let refusal: FormRefusal?

    /// - Parameters:
    ///   - tag: the entity tag of what the form changes; the call is refused if it was changed since.
    ///   - page: the page below the app's address that takes the form; `nil` for the one that shows it.
    ///   - part: a name for it, where one page has several forms of the same call and target.
    package init<Target: PathTarget, Body, Answer>(
        _ visit: Visit,
        _ endpoint: Endpoint<Target, Body, Answer>,
        _ target: Target,
        tag: String? = nil,
        at page: String? = nil,
        part: String? = nil
    ) {
        self.init(visit, endpoint, values: target.pathValues, tag: tag, at: page, part: part)
    }

    package init<Body, Answer>(
        _ visit: Visit,
        _ endpoint: Endpoint<Void, Body, Answer>,
        tag: String? = nil,
        at page: String? = nil,
        part: String? = nil
    ) {
        self.init(visit, endpoint, values: [], tag: tag, at: page, part: part)
    }

    private init<Target, Body, Answer>(
        _ visit: Visit,
        _ endpoint: Endpoint<Target, Body, Answer>,
        values: [String],
        tag: String?,
        at page: String?,
        part: String?
    ) {
        address = page.map { visit.link($0) } ?? visit.address
        self.visit = visit
        name = endpoint.callName
        target = values.joined(separator: "/")
        self.tag = tag
        self.part = part
        key = (try? SecureRandom.base62(count: 22)) ?? ""
        let (name, target) = (name, target)
        // The route knows more than the endpoint where components add fields.
        let body = visit.call.route(named: name)?.description.body ?? endpoint.description.body
        self.body = DeclaredBody { body?(visit.tenant.modules) ?? [] }
        refusal = visit.refusal.flatMap {
            $0.name == name && $0.target == target && $0.input["_part"] == part ? $0 : nil
        }
    }

    /// The form with its hidden fields.
    ///
    /// - Parameters:
    ///   - confirm: a question that is asked before it is sent: in a dialog, or on a page where scripts are off. Who has typed
    ///     their password is not led to that page, which would have to carry it.
    ///   - signsOut: whether the browser forgets what it keeps for offline reading.
    package func callAsFunction(
        _ content: HTML,
        class style: String = "form",
        confirm: String? = nil,
        isUpload: Bool = false,
        signsOut: Bool = false
    ) -> HTML {
        """
        <form method="post" action="\(address)" class="\(style)"\(" enctype=\"multipart/form-data\"", if: isUpload)\
        \(confirm.map { " data-confirm=\"\($0)\"" as HTML })\(" data-sign-out", if: signsOut)>\
        \(hidden("_call", name))\(hidden("_target", target))\(hidden("_key", key))\(tag.map { hidden("_tag", $0) })\
        \(part.map { hidden("_part", $0) })\(isUpload ? nil : confirm.map(question))\(content)</form>
        """
    }

    private func question(_ text: String) -> HTML {
        let takesPassword = fields.contains { $0.format == "password" || $0.name.contains("password") }
        return takesPassword ? .none : hidden(Question.field, text)
    }

    /// Of the call's body, for this tenant.
    package var fields: [FieldDescription] { body.fields }
    package var localizer: Localizer { visit.localizer }
    package var settings: [FieldPart] { visit.site.settings(of: visit.tenant.modules) }
    package var typedInput: FormInput? { refusal?.input }

    /// What is wrong with a field, in the reader's language.
    package func errors(_ name: String) -> [String] {
        refusal?.rules(about: name).map { visit.sentence(about: $0, of: name) } ?? []
    }

    /// The refusal as a whole: shown above the form, where no field is to blame, or a field that the form does not show.
    package var problem: String? {
        guard let refusal else { return nil }
        if refusal.problem.errors?.isEmpty == false { return visit.text(PageText.checkFields) }
        return visit.sentence(about: refusal.problem)
    }

    /// Of the form's fields in the page.
    package var formID: String {
        let text = [name, target, part ?? ""].filter { !$0.isEmpty }.joined(separator: "-")
        return String(text.map { "/?=& ".contains($0) ? "-" : $0 })
    }
}

/// The fields of a call's body, which many a form of one button never asks for.
private final class DeclaredBody: Sendable {
    private let describe: @Sendable () -> [FieldDescription]
    private let known = Mutex<[FieldDescription]?>(nil)

    init(_ describe: @escaping @Sendable () -> [FieldDescription]) { self.describe = describe }

    var fields: [FieldDescription] {
        known.withLock { known in
            let fields = known ?? describe()
            known = fields
            return fields
        }
    }
}
