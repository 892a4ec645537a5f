internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The settings of the tenant and of its modules, as they are declared.
    static let tenantSettings = Screen(
        "admin/settings",
        "Settings",
        for: .role(.admin),
        writes: [
            ScreenWrite(TenantSettingsCalls.change, needsRecentSignIn: true) { _, _ in
                "admin/settings?done=saved"
            }
        ]
    ) { visit in
        let (settings, tag) = try await visit.readTagged(TenantSettingsCalls.show)
        var values = JSONObject()
        for (name, value) in settings { values.add(name, value) }
        // A form for the app and one for each module: what is refused is found at once.
        let modules = visit.tenant.modules.sorted { $0.rawValue < $1.rawValue }
        let cards = ([nil] + modules.map(Optional.some)).map { card($0, values, tag, visit) }
        let invites = Button(
            visit.text(AdminText.invites),
            .quiet,
            icon: .mail,
            .link(visit.link("admin/invites"))
        )
        let keys = Button(visit.text(KeyText.keys), .quiet, icon: .key, .link(visit.link("admin/keys")))
        return Document(
            visit.text(AdminText.settings),
            in: "admin/settings",
            isNarrow: true,
            """
            \(PageHead(visit.text(AdminText.settings), lead: "\(visit.tenant.name) · <code>\(visit.tenant.slug)</code>", actions: "\(invites)\(keys)"))
            \(visit.flash("saved", AdminText.wasSaved))
            <div class="stack">\(each(cards) { $0 })</div>
            """
        )
    }

    private static func card(_ module: Module?, _ values: JSONObject, _ tag: String?, _ visit: Visit) -> HTML
    {
        let form = ScreenForm(
            visit,
            TenantSettingsCalls.change,
            tag: tag,
            part: module?.rawValue ?? "platform"
        )
        func fields(isTechnical: Bool) -> HTML {
            DeclaredFields(form, values: values).html { field in
                let part = form.settings.first { $0.name == field.name }
                return visit.module(ofSetting: field.name) == module
                    && (part?.isTechnical == true) == isTechnical
            }
        }
        let usual = fields(isTechnical: false)
        let technical = fields(isTechnical: true)
        guard !(usual + technical).isEmpty else { return .none }
        let more: HTML =
            technical.isEmpty
            ? .none
            : Disclosure(visit.text(AdminText.forDevelopers), isOpen: form.refusal != nil, technical).html
        return Card(
            module.flatMap { visit.name(of: $0) } ?? visit.text(AdminText.settingsOfApp),
            form("\(form.alert)\(usual)\(more)\(form.submit(visit.text(PageText.save)))")
        )
        .html
    }
}
