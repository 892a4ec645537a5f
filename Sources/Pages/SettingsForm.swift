package import Localization
package import ParlayAPI

/// The form of a tenant's settings outside of its app: for the operator.
package struct SettingsForm: DeclaredForm {
    package let fields: [FieldDescription]
    package let localizer: Localizer
    package let formID: String
    package let typedInput: FormInput?
    private let refusals: FieldErrors
    private let site: Site
    package let settings: [FieldPart]

    /// - Parameters:
    ///   - modules: of the tenant.
    ///   - part: a name for it, where one page has several.
    ///   - input: what was typed, if it was refused.
    ///   - refusals: why.
    package init(
        _ fields: [FieldDescription],
        _ site: Site,
        _ localizer: Localizer,
        of modules: Set<Module>,
        part: String,
        input: FormInput? = nil,
        refusals: FieldErrors = FieldErrors()
    ) {
        self.fields = fields
        self.site = site
        settings = site.settings(of: modules)
        self.localizer = localizer
        formID = "settings-\(part)"
        typedInput = input
        self.refusals = refusals
    }

    package func errors(_ name: String) -> [String] {
        refusals.rules(of: name).map { site.sentence(about: $0, of: name, localizer) }
    }
}
