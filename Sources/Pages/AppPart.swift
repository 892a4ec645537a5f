package import Localization
package import ParlayAPI

/// What a component shows people in a browser.
package struct AppPart: Sendable {
    /// Pages below `/app/{tenant}/`.
    package var screens: [Screen]
    /// Files that those pages link to.
    package var downloads: [Download]
    /// What the app's navigation shows.
    package var sections: [Section]
    /// What the person's menu shows.
    package var menu: [MenuEntry]
    /// What an app with the module is for, in a sentence.
    package var purposes: [Purpose]
    /// What the home page shows members.
    package var home: [HomeBlock]
    /// The pages of what notices are about.
    package var subjects: [SubjectPage]
    /// Its fields in the forms that every app has.
    package var fields: [FieldPart]
    /// Its settings of tenants, in the console; what is inside another has a dotted name.
    package var settings: [FieldPart]
    /// What a person's page shows of them.
    package var people: [PersonBlock]
    /// What of it needs attention, for the first page of the console.
    package var overview: [OverviewBlock]
    /// The charts of that page.
    package var charts: [FigureChart]
    /// What the console shows of a person.
    package var consolePeople: [PersonBlock]
    /// Parts of its own, for the page of parts.
    package var samples: [PartSample]
    /// What people read of problems and of the rules of fields; see `Component.problems`.
    package var problems = TextLookup()
    /// What people read of notices; see `Component.notices`.
    package var notices = TextLookup()
    /// What admins read of actions; see `Component.actions`.
    package var actions = TextLookup()

    package init(
        screens: [Screen] = [],
        downloads: [Download] = [],
        sections: [Section] = [],
        menu: [MenuEntry] = [],
        purposes: [Purpose] = [],
        home: [HomeBlock] = [],
        subjects: [SubjectPage] = [],
        fields: [FieldPart] = [],
        settings: [FieldPart] = [],
        people: [PersonBlock] = [],
        overview: [OverviewBlock] = [],
        charts: [FigureChart] = [],
        consolePeople: [PersonBlock] = [],
        samples: [PartSample] = []
    ) {
        self.screens = screens
        self.downloads = downloads
        self.sections = sections
        self.menu = menu
        self.purposes = purposes
        self.home = home
        self.subjects = subjects
        self.fields = fields
        self.settings = settings
        self.people = people
        self.overview = overview
        self.charts = charts
        self.consolePeople = consolePeople
        self.samples = samples
    }

    package static func + (first: AppPart, second: AppPart) -> AppPart {
        var both = AppPart(
            screens: first.screens + second.screens,
            downloads: first.downloads + second.downloads,
            sections: first.sections + second.sections,
            menu: first.menu + second.menu,
            purposes: first.purposes + second.purposes,
            home: first.home + second.home,
            subjects: first.subjects + second.subjects,
            fields: first.fields + second.fields,
            settings: first.settings + second.settings,
            people: first.people + second.people,
            overview: first.overview + second.overview,
            charts: first.charts + second.charts,
            consolePeople: first.consolePeople + second.consolePeople,
            samples: first.samples + second.samples
        )
        both.problems = first.problems + second.problems
        both.notices = first.notices + second.notices
        both.actions = first.actions + second.actions
        return both
    }
}

/// What a module is for, to people who see it for the first time.
package struct Purpose: Sendable {
    let module: Module
    let text: @Sendable (Localizer) -> String
    /// What the module is called in the console.
    let name: @Sendable (Localizer) -> String

    package init<Key: TextKey>(_ module: Module, _ key: Key, name: Key) {
        self.module = module
        text = { $0.text(key) }
        self.name = { $0.text(name) }
    }
}

/// Parts in all their states, as a section of the page of parts.
package struct PartSample: Sendable {
    let title: String
    let html: HTML

    package init(_ title: String, _ html: HTML) {
        self.title = title
        self.html = html
    }
}
