internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The sections of the console, in the order of its navigation.
enum ConsoleSection: String, CaseIterable {
    case health, tenants, cells, jobs, schedules, mail, accounts, audit

    var path: String { self == .health ? "/" : "/\(rawValue)" }

    var icon: Icon {
        switch self {
        case .health: .heart
        case .tenants: .home
        case .cells: .copy
        case .jobs: .list
        case .schedules: .clock
        case .mail: .mail
        case .accounts: .people
        case .audit: .book
        }
    }

    var title: ConsoleText {
        switch self {
        case .health: .health
        case .tenants: .tenants
        case .cells: .cells
        case .jobs: .jobs
        case .schedules: .schedules
        case .mail: .mail
        case .accounts: .accounts
        case .audit: .audit
        }
    }
}

extension ConsoleVisit {
    /// A screen in the console's frame.
    ///
    /// - Parameter seconds: how often it is read again by itself; `nil` for one that stays.
    func page(
        _ title: String,
        in section: ConsoleSection,
        status: Int = 200,
        every seconds: Int? = nil,
        _ main: HTML
    ) -> Response {
        let sections = ConsoleSection.allCases.filter { $0 != .cells || !services.cells.isEmpty }.map {
            item in
            Frame.Link(text(item.title), item.icon, href: item.path, isCurrent: item == section)
        }
        let frame = Frame(
            brand: text(.console),
            home: "/",
            sections: sections,
            viewer: Frame.Viewer(name: text(.operator)),
            menu: Frame.action(localizer.text(PageText.signOut), .signOut, post: "/sign-out"),
            words: words,
            main: main
        )
        let lost = localizer.text(PageText.connectionLost)
        return server.site.page(
            title,
            frame,
            in: localizer.language,
            for: head,
            status: status,
            refresh: seconds.map { Refresh(every: $0, lost: lost) }
        )
    }

    /// The question that a form asks before it is sent.
    func page(_ question: Question, in section: ConsoleSection) -> Response {
        page(question.title(localizer), in: section, question.html(localizer, at: head.path))
    }

    private var words: Frame.Words {
        Frame.Words(
            skip: localizer.text(PageText.skip),
            sections: localizer.text(PageText.sections),
            more: localizer.text(PageText.more),
            me: text(.operator),
            signIn: localizer.text(PageText.signIn)
        )
    }

    /// What was just done, by the parameter `done` of the address.
    func flash(_ texts: [String: ConsoleText]) -> HTML {
        guard let done = query("done"), let key = texts[done] else { return .none }
        let count = query("count").flatMap { Int64($0) } ?? 0
        return Flash(text(key, ["count": .number(count)])).html
    }

    func alert(_ sentence: String?) -> HTML {
        optional(sentence) { Alert(.error, $0, title: text(.notDone), id: "errors").html }
    }

    /// The command that does the same.
    func command(_ line: String) -> HTML {
        let copy: HTML = """
            <button class="button plain" type="button" data-copy="\(line)" data-done="\(text(.copied))" hidden>\
            \(Icon.share)<span>\(text(.copy))</span></button>
            """
        return Disclosure(text(.command), "<p><code>\(line)</code></p>\(copy)").html
    }

    func pager(_ path: String, _ filters: [(String, String?)], next: String?) -> HTML {
        Pager(
            label: localizer.text(PageText.pages),
            next: next.map {
                (localizer.text(PageText.next), ConsoleVisit.link(path, filters + [("cursor", $0)]))
            },
            previous: query("cursor").map { _ in
                (localizer.text(PageText.previous), ConsoleVisit.link(path, filters))
            }
        )
        .html
    }

    /// A form with fields.
    ///
    /// - Parameter action: what the page does with it.
    func form(_ action: String, to path: String, _ content: HTML) -> HTML {
        """
        <form class="form" method="post" action="\(path)"><input type="hidden" name="_action" value="\(action)">\(content)</form>
        """
    }

    /// A form of one button.
    ///
    /// - Parameter confirm: a question that is asked before: in a dialog, or on a page where scripts are off.
    func move(_ action: String, to path: String, confirm: String? = nil, _ content: HTML) -> HTML {
        """
        <form class="inline-form" method="post" action="\(path)"\(optional(confirm) { " data-confirm=\"\($0)\"" })>\
        \(hiddenInput("_action", action))\(optional(confirm) { hiddenInput(Question.field, $0) })\(content)</form>
        """
    }

    func search(_ path: String, _ fields: HTML, isFiltered: Bool) -> HTML {
        Filters(
            action: path,
            open: text(.filter),
            active: isFiltered ? 1 : 0,
            close: localizer.text(PageText.close),
            apply: text(.filter),
            clear: isFiltered ? (text(.showAll), path) : nil,
            fields: fields
        )
        .html
    }
}

extension ConsoleServer {
    /// A page for somebody who is not signed in, or whose request is refused.
    func page(about sentence: String, _ status: Int, _ head: RequestHead) -> Response {
        let localizer = Localizer(head)
        let title = localizer.text(status == 401 ? ConsoleText.signInTitle : ConsoleText.notDone)
        let command: HTML =
            status == 401 || status == 403
            ? """
            <p><code>\(services.linkCommand)</code></p><p class="hint">\(localizer.text(ConsoleText.linkHint))</p>
            """ : .none
        let frame = Frame(
            brand: localizer.text(ConsoleText.console),
            home: "/",
            sections: [],
            words: Frame.Words(
                skip: localizer.text(PageText.skip),
                sections: localizer.text(PageText.sections),
                more: localizer.text(PageText.more),
                me: localizer.text(ConsoleText.operator),
                signIn: localizer.text(PageText.signIn)
            ),
            width: .narrow,
            main: "\(PageHead(title, lead: "\(sentence)"))\(command)"
        )
        return site.page(title, frame, in: localizer.language, for: head, status: status)
    }
}

/// Commands as they are typed in a shell.
enum Shell {
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-_./:=@,%+".utf8.contains(byte)
                }
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// Options without a value are left out.
    static func line(_ command: String, _ arguments: [String] = [], _ options: [(String, String?)] = [])
        -> String
    {
        let given = options.flatMap { option in option.1.map { [option.0, quoted($0)] } ?? [] }
        return (["parlay admin", command] + arguments.map(quoted) + given).joined(separator: " ")
    }
}
