internal import HTTPServer
internal import Localization
internal import ParlayAPI
internal import Tenancy

/// What a person reads in place of a page. Without a visit: the request may have been refused before it was anybody's.
struct ErrorPage {
    private let problem: Problem
    private let head: RequestHead
    private let tenant: Tenant?
    private let site: Site

    init(_ problem: Problem, _ head: RequestHead, _ tenant: Tenant?, _ site: Site) {
        self.problem = problem
        self.head = head
        self.tenant = tenant
        self.site = site
    }

    var response: Response {
        let localizer = Localizer(nil, head, tenant?.settings.locale)
        let home = tenant.map { site.base(of: $0, head) } ?? "/"
        let (title, sentence) = words(localizer)
        let back = Button(localizer.text(PageText.home), .primary, .link(home))
        let main: HTML = """
            \(PageHead(title, lead: "\(sentence)"))
            \(ButtonRow(back))
            <p class="soft">\(problem.status.description) · \(problem.code) · \(head.id)</p>
            """
        let brand = tenant?.name ?? "Parlay"
        var response = Layout.plain(
            title,
            main,
            brand: brand,
            home: home,
            head,
            site,
            locale: tenant?.settings.locale
        )
        response.status = problem.status
        return response
    }

    private func words(_ localizer: Localizer) -> (title: String, sentence: String) {
        switch problem.status {
        case 404: (localizer.text(PageText.notFoundTitle), localizer.text(PageText.notFound))
        case 403: (localizer.text(PageText.forbiddenTitle), site.sentence(about: problem, localizer))
        default: (localizer.text(PageText.errorTitle), site.sentence(about: problem, localizer))
        }
    }
}
