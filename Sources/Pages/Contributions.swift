internal import HTTPServer
package import Localization
package import ParlayAPI
package import Tenancy

/// What a component adds to the home page of members: what waits for them there.
///
///     HomeBlock(place: 20) { visit in
///         let page = try await visit.read(FriendCalls.list)
///         return page.items.isEmpty ? nil : "\(Card(visit.text(…), …))"
///     }
package struct HomeBlock: Sendable {
    /// Blocks stand in this order.
    package let place: Int
    package let module: Module?
    /// The path of the section with which it is hidden; `nil` if it always stays.
    package let section: String?
    /// Whether guests see it, below what the app says about itself.
    package let isPublic: Bool
    /// `nil` if there is nothing to say.
    package let load: @Sendable (Visit) async throws -> HTML?

    package init(
        place: Int,
        module: Module? = nil,
        of section: String? = nil,
        isPublic: Bool = false,
        load: @escaping @Sendable (Visit) async throws -> HTML?
    ) {
        self.place = place
        self.module = module
        self.section = section
        self.isPublic = isPublic
        self.load = load
    }
}

/// What a component adds to a person's page: a card of facts, a list of what they show others.
package struct PersonBlock: Sendable {
    /// Blocks stand in this order.
    package let place: Int
    package let module: Module?
    /// Who sees it, at least.
    package let role: Role
    /// `nil` if there is nothing to say.
    package let load: @Sendable (Visit, Profile) async throws -> HTML?

    package init(
        place: Int,
        module: Module? = nil,
        role: Role = .member,
        load: @escaping @Sendable (Visit, Profile) async throws -> HTML?
    ) {
        self.place = place
        self.module = module
        self.role = role
        self.load = load
    }
}

/// What a component adds to the first page of a tenant's console: a row of what needs somebody's attention.
package struct OverviewBlock: Sendable {
    /// Blocks stand in this order.
    package let place: Int
    package let module: Module?
    /// Who sees it, at least.
    package let role: Role
    /// A `ListRow`; `nil` if nothing needs attention.
    package let load: @Sendable (Visit) async throws -> ListRow?

    package init(
        place: Int,
        module: Module? = nil,
        role: Role = .moderator,
        load: @escaping @Sendable (Visit) async throws -> ListRow?
    ) {
        self.place = place
        self.module = module
        self.role = role
        self.load = load
    }
}

/// A chart of one of its figures on the first page of a tenant's console.
package struct FigureChart: Sendable {
    /// Charts stand in this order.
    package let place: Int
    /// The figure's name in the API.
    package let figure: String
    package let title: @Sendable (Visit) -> String
    /// Whether days cannot be added up, because the same people may be in each.
    package let isPerDay: Bool

    package init<Key: TextKey>(_ figure: String, _ title: Key, place: Int, isPerDay: Bool = false) {
        self.place = place
        self.figure = figure
        self.title = { $0.text(title) }
        self.isPerDay = isPerDay
    }
}

/// The page of what notices and events are about.
package struct SubjectPage: Sendable {
    /// Such as `match`: see `Subject.type`.
    package let type: String
    package let module: Module?
    /// Below the app's address.
    let path: @Sendable (Int64) -> String
    /// What moderators can hide of it, with the words for it; the value is empty for all of it.
    let parts: @Sendable (Visit) -> [Field.Option]

    package init(
        _ type: String,
        module: Module? = nil,
        parts: @escaping @Sendable (Visit) -> [Field.Option] = { _ in [] },
        at path: @escaping @Sendable (Int64) -> String
    ) {
        self.type = type
        self.module = module
        self.parts = parts
        self.path = path
    }
}

/// What people read of a module's field in the forms that every app has: registration, the profile and the settings.
package struct FieldPart: Sendable {
    /// Of the body's field; dotted inside an object.
    package let name: String
    /// Whose setting it is; unused in the forms that every app has.
    package let module: Module?
    let label: @Sendable (Localizer) -> String
    let hint: (@Sendable (Localizer) -> String)?
    /// What its present value means, if that says more than the value.
    let note: @Sendable (String, Localizer) -> String?
    let kind: Field.Kind?
    /// Whether only who develops for the app understands it. Such settings stand below the others.
    package let isTechnical: Bool
    /// Of a setting, which is shown without an app too.
    fileprivate(set) var choices: @Sendable (Localizer) -> [Field.Option]
    let options: @Sendable (Visit) -> [Field.Option]

    /// - Parameters:
    ///   - kind: another input than the declaration's own.
    ///   - options: the words for the choices of a field in a form of the app.
    ///   - choices: the words for a setting's choices.
    ///   - note: what a value means, if that says more than the value.
    package init<Key: TextKey>(
        _ name: String,
        _ label: Key,
        hint: Key? = nil,
        module: Module? = nil,
        kind: Field.Kind? = nil,
        isTechnical: Bool = false,
        options: @escaping @Sendable (Visit) -> [Field.Option] = { _ in [] },
        choices: @escaping @Sendable (Localizer) -> [Field.Option] = { _ in [] },
        note: @escaping @Sendable (String, Localizer) -> String? = { _, _ in nil }
    ) {
        self.name = name
        self.module = module
        self.label = { $0.text(label) }
        if let hint { self.hint = { $0.text(hint) } } else { self.hint = nil }
        self.note = note
        self.kind = kind
        self.isTechnical = isTechnical
        self.choices = choices
        self.options = options
    }
}

extension Site {
    /// How the settings of a tenant with these modules are called. The sections that can be switched off are its own.
    func settings(of modules: Set<Module>) -> [FieldPart] {
        let sections = app.sections.filter { section in
            !section.isOfConsole && (section.module.map(modules.contains) ?? true)
        }
        return app.settings.map { part in
            guard part.name == TenantSettings.hiddenSections.name else { return part }
            var part = part
            part.choices = { localizer in sections.map { Field.Option($0.path, $0.title(localizer)) } }
            return part
        }
    }
}

extension Visit {
    /// The address of the page about a subject; `nil` if there is none.
    package func link(to subject: Subject) -> String? {
        for page in site.app.subjects where page.type == subject.type && isOn(page.module) {
            return link(page.path(subject.id))
        }
        return nil
    }

    /// What the page is about, if notices may be about it too.
    var subject: Subject? {
        guard let id = call.request.parameters.id("id") else { return nil }
        let path = call.request.head.path.dropFirst(base.count)
        let page = site.app.subjects.first { isOn($0.module) && $0.path(id) == path }
        return page.map { Subject(type: $0.type, id: id) }
    }

    /// What an action of the audit log is called.
    package func name(of action: AuditAction) -> String {
        site.app.actions.text(action.rawValue, localizer) ?? action.rawValue
    }

    /// All actions of the audit log, by what they are called.
    package var auditActions: [Field.Option] {
        site.app.actions.words.map { Field.Option($0, name(of: AuditAction(rawValue: $0))) }
            .sorted { ($0.label, $0.value) < ($1.label, $1.value) }
    }

    /// What a setting of the tenant is called.
    package func name(ofSetting setting: String) -> String? {
        site.app.settings.first { $0.name == setting }?.label(localizer)
    }

    /// What a module is called.
    package func name(of module: Module) -> String? { site.name(of: module, localizer) }

    /// Whose setting of the tenant it is; `nil` for those that every tenant has.
    package func module(ofSetting name: String) -> Module? { site.module(ofSetting: name) }

    /// What moderators can hide of a subject; see `SubjectPage.parts`.
    package func hideableParts(of type: String) -> [Field.Option] {
        site.app.subjects.first { $0.type == type && isOn($0.module) }?.parts(self) ?? []
    }

    /// What components add to the home page, in order.
    package func homeBlocks() async throws -> [HTML] {
        var blocks: [HTML] = []
        for block in site.app.home
        where isOn(block.module) && (block.isPublic || isSignedIn) && (block.section.map(shows) ?? true) {
            if let html = try await block.load(self) { blocks.append(html) }
        }
        return blocks
    }

    /// What needs attention, of all components, in order.
    package func overviewBlocks() async throws -> [ListRow] {
        var rows: [ListRow] = []
        for block in site.app.overview where isOn(block.module) && block.role <= role {
            if let row = try await block.load(self) { rows.append(row) }
        }
        return rows
    }

    /// The charts of figures, of all components, in order.
    package var figureCharts: [FigureChart] { site.app.charts.sorted { $0.place < $1.place } }

    /// What components show of a person in the console, in order.
    package func consoleBlocks(of profile: Profile) async throws -> [HTML] {
        try await blocks(site.app.consolePeople, of: profile)
    }

    /// What components show of a person, in order.
    package func blocks(of profile: Profile) async throws -> [HTML] {
        try await blocks(site.app.people, of: profile)
    }

    private func blocks(_ blocks: [PersonBlock], of profile: Profile) async throws -> [HTML] {
        var shown: [HTML] = []
        for block in blocks where isOn(block.module) && block.role <= role {
            if let html = try await block.load(self, profile) { shown.append(html) }
        }
        return shown
    }

    private func isOn(_ module: Module?) -> Bool { module.map { tenant.modules.contains($0) } ?? true }
}

extension ScreenForm {
    /// Whether a component says how the field is shown.
    package func hasPart(_ name: String) -> Bool { part(name) != nil }

    /// A field as the component that owns it says; `nil` if none does.
    package func part(
        _ name: String,
        value: String? = nil,
        isRequired: Bool? = nil,
        marksOptional: Bool = false
    ) -> HTML? {
        part(name).map { part in
            field(
                name,
                part.label(localizer),
                part.kind,
                value: value,
                options: part.options(visit),
                hint: part.hint?(localizer),
                isRequired: isRequired,
                marksOptional: marksOptional
            )
        }
    }

    private func part(_ name: String) -> FieldPart? { visit.site.app.fields.first { $0.name == name } }
}

extension Avatar {
    package init(_ person: Person, _ visit: Visit, _ size: Size = .medium) {
        self.init(person.fullName, photo: visit.photo(of: person), size)
    }
}
