internal import HTTPServer
internal import Localization
internal import ParlayAPI
internal import Tenancy

/// The frame of every page: what browsers need to know, the app's name and sections, and the page's own content.
struct Layout {
    private let visit: Visit
    private let document: Document

    init(_ visit: Visit, _ document: Document) {
        self.visit = visit
        self.document = document
    }

    var response: Response {
        var response = Response(status: 200, contentType: "text/html; charset=utf-8", body: html.bytes)
        response.status = document.status
        for (name, value) in Self.headers(visit.call.request.head, visit.site) {
            response.headers.add(name, value)
        }
        response.headers.add("Cache-Control", document.isForOnce ? "no-store" : "private, no-cache")
        response.headers.add("Content-Language", visit.localizer.language.rawValue)
        return response
    }

    /// Scripts and styles from this server alone, and nothing that a script could turn into markup. A browser that came by https
    /// comes by https for a year (RFC 6797); other names below this host are nobody's business here.
    static func headers(_ head: RequestHead, _ site: Site) -> [(String, String)] {
        site.isSecure(head) ? headers + [("Strict-Transport-Security", "max-age=31536000")] : headers
    }

    private static let headers = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
                + "require-trusted-types-for 'script'; trusted-types parlay"
        ),
        ("Referrer-Policy", "same-origin"),
        ("Permissions-Policy", "geolocation=(self), camera=(), microphone=(), payment=(), usb=()"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    private var html: HTML {
        return """
            <!doctype html>
            <html lang="\(visit.localizer.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="light dark">
            <title>\(document.title) · \(visit.tenant.name)</title>
            <link rel="icon" href="/favicon.ico" sizes="any">
            <link rel="manifest" href="\(visit.base)manifest.webmanifest">
            <link rel="stylesheet" href="\(PageFiles.path("app.css"))">
            <link rel="stylesheet" href="\(visit.base)theme.css?v=\(visit.theme.version)">
            <script type="module" src="\(PageFiles.path("app.js"))"></script>
            </head>
            <body data-app="\(visit.base)" data-no="\(visit.text(PageText.no))" data-gone="\(visit.text(PageText.gone))" \
            data-unreachable="\(visit.text(PageText.unreachable))"\(stream)>
            \(frame)\(seen)
            </body>
            </html>

            """
    }

    /// Marks the notices about what the page shows as read: a script sends it once somebody looks at the page.
    private var seen: HTML {
        guard let viewer = visit.viewer, let subject = visit.subject else { return .none }
        let form = ScreenForm(visit, NoticeCalls.markRead, at: "inbox")
        let fields = form.hidden("subject.type", subject.type) + form.hidden("subject.id", "\(subject.id)")
        return """
            <div id="seen" data-subject="notice/*" data-unread="\(viewer.unread)" hidden>\(form(fields), if: viewer.unread > 0)</div>
            """
    }

    /// A page outside of the apps, without a visit: of nobody in particular.
    static func plain(
        _ title: String,
        _ main: HTML,
        brand: String,
        home: String,
        isWide: Bool = false,
        _ head: RequestHead,
        _ site: Site,
        locale: String? = nil
    ) -> Response {
        let html: HTML = """
            <!doctype html>
            <html lang="\(Localizer(nil, head, locale).language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <link rel="icon" href="/favicon.ico" sizes="any">
            <link rel="stylesheet" href="\(PageFiles.path("app.css"))">
            </head>
            <body>
            <header class="top"><a class="brand" href="\(home)">\(Frame.die)<span>\(brand)</span></a></header>
            <main id="main"\(" class=\"narrow\"", if: !isWide)>\(main)</main>
            </body>
            </html>

            """
        var response = Response(status: 200, contentType: "text/html; charset=utf-8", body: html.bytes)
        for (name, value) in headers(head, site) { response.headers.add(name, value) }
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// What the script follows. Guests have no stream.
    private var stream: HTML {
        guard visit.isSignedIn, visit.viewer != nil else { return .none }
        return """
             data-stream="\(visit.base)stream" data-position="\(visit.call.session.position ?? 0)" \
            data-lost="\(visit.text(PageText.connectionLost))" data-offline="\(visit.text(PageText.offline, ["time": "{time}"]))" \
            data-zone="\(visit.localizer.timeZone)"
            """
    }

    private var frame: Frame {
        Frame(
            brand: visit.tenant.name,
            home: isInConsole ? visit.link("admin") : visit.base,
            sections: sections,
            inbox: inbox,
            viewer: visit.viewer.map { viewer in
                let first = viewer.firstName ?? viewer.username
                return Frame.Viewer(
                    name: first,
                    fullName: [first, viewer.lastName ?? ""].joined(separator: " "),
                    photo: viewer.photoVersion.map { "\(visit.personLink(visit.accountID))/photo?v=\($0)" }
                )
            },
            menu: menu,
            signIn: visit.isSignedIn || document.hidesSignIn
                ? nil : visit.link("sign-in", [("next", visit.address)]),
            words: Frame.Words(
                skip: visit.text(PageText.skip),
                sections: visit.text(PageText.sections),
                more: visit.text(PageText.more),
                me: visit.text(PageText.menu),
                signIn: visit.text(PageText.signIn)
            ),
            width: document.isNarrow ? .narrow : .full,
            main: document.main
        )
    }

    /// Who may not see the console reads in the app's frame that they may not.
    private var isInConsole: Bool { visit.isInConsole && visit.isModerator }

    private var sections: [Frame.Link] {
        visit.site.app.sections.filter { section in
            section.isOfConsole == isInConsole && section.role <= visit.role
                && (section.isPublic || visit.isSignedIn) && visit.shows(section.path)
                && (section.module.map(visit.tenant.modules.contains) ?? true)
        }
        .map { section in
            Frame.Link(
                section.title(visit.localizer),
                section.icon,
                href: visit.link(section.path),
                isCurrent: section.path == document.section
            )
        }
    }

    private var inbox: Frame.Inbox? {
        guard let viewer = visit.viewer else { return nil }
        let label =
            viewer.unread == 0
            ? visit.text(PageText.inbox) : visit.text(PageText.inboxUnread, ["count": .number(viewer.unread)])
        let count = viewer.unread == 0 ? nil : viewer.unread > 9 ? "9+" : "\(viewer.unread)"
        return Frame.Inbox(
            href: visit.link("inbox"),
            label: label,
            count: count,
            isCurrent: document.section == "inbox"
        )
    }

    private var menu: HTML {
        guard visit.viewer != nil else { return .none }
        return visit.site.app.menu.reduce(HTML.none) { $0 + $1.html(visit) }
    }
}
