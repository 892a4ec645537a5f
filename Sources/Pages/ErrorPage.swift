internal import HTTPServer
internal import Localization
internal import ParlayAPI
internal import Tenancy

/// What a person reads in place of a page: in the app's frame and in their language, if it is known who looks. The request may have
/// been refused before it was anybody's.
struct ErrorPage {
    private let problem: Problem
    private let head: RequestHead
    private let tenant: Tenant?
    private let site: Site
    private let visit: Visit?

    init(_ problem: Problem, _ head: RequestHead, _ tenant: Tenant?, _ site: Site, _ call: Call?) {
        self.problem = problem
        self.head = head
        self.tenant = tenant
        self.site = site
        visit = call.map { Visit($0, site) }.flatMap { $0.viewer == nil ? nil : $0 }
    }

    var response: Response {
        let localizer = visit?.localizer ?? Localizer(nil, head, tenant?.settings.locale)
        let home = tenant.map { site.base(of: $0, head) } ?? "/"
        let (title, sentence) = words(localizer)
        let main: HTML = """
            \(PageHead(title, lead: "\(sentence)"))
            \(ButtonRow(markup: buttons(localizer, home)))
            <p class="soft">\(problem.status.description) · \(problem.code) · \(head.id)</p>
            """
        guard let visit else {
            var response = Layout.plain(
                title,
                main,
                brand: tenant?.name ?? "Parlay",
                home: home,
                head,
                site,
                locale: tenant?.settings.locale
            )
            response.status = problem.status
            return response
        }
        var document = Document(title, isNarrow: true, main)
        document.status = problem.status
        var response = Layout(visit, document).response
        response.headers.set("Cache-Control", "no-store")
        return response
    }

    /// A form that was too large, for example, is tried again on its page.
    private func buttons(_ localizer: Localizer, _ home: String) -> [HTML] {
        let homeButton = Button(localizer.text(PageText.home), .primary, .link(home)).html
        if isForVisitor {
            let query = "next=\(RequestTarget.encode(head.path))"
            let signIn = Button(localizer.text(PageText.signIn), .quiet, .link("\(home)sign-in?\(query)"))
            return [homeButton, signIn.html]
        }
        guard head.method == .post, let visit else { return [homeButton] }
        return [
            Button(localizer.text(PageText.back), .primary, .link(visit.address)).html,
            Button(localizer.text(PageText.home), .quiet, .link(home)).html,
        ]
    }

    /// What only members see is not found by others, and a member may have forgotten to sign in.
    private var isForVisitor: Bool {
        visit == nil && tenant != nil && head.method == .get && problem.status == 404
    }

    private func words(_ localizer: Localizer) -> (title: String, sentence: String) {
        switch problem.status {
        case 404:
            (
                localizer.text(PageText.notFoundTitle),
                localizer.text(isForVisitor ? PageText.notFoundForVisitor : .notFound)
            )
        case 403: (localizer.text(PageText.forbiddenTitle), site.sentence(about: problem, localizer))
        default: (localizer.text(PageText.errorTitle), site.sentence(about: problem, localizer))
        }
    }
}
