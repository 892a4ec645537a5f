internal import Administration
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The page before a tenant is suspended or deleted, which asks for its slug.
struct TenantEndScreen {
    enum Kind: String { case suspend, delete }

    private let visit: ConsoleVisit
    private let kind: Kind
    private var slug: String { visit.parameter("slug") }
    private var path: String { "/tenants/\(RequestTarget.encode(slug))" }

    init(_ visit: ConsoleVisit, _ kind: Kind) {
        self.visit = visit
        self.kind = kind
    }

    func show(_ error: String? = nil) async throws -> Response {
        guard let (row, sizes) = try await OperatorTenants.show(slug, visit.database) else {
            throw ConsoleError.notFound
        }
        let name = row.tenant?.name ?? slug
        let isSuspension = kind == .suspend
        let word = visit.text(isSuspension ? .suspend : .deleteTenant)
        let main = Confirm(
            visit.text(isSuspension ? .suspendTenant : .deleteNamed, ["name": .text(name)]),
            visit.text(isSuspension ? .suspendText : .deleteText),
            details: """
                \(Facts([
                    (visit.text(.slug), "<code>\(slug)</code>"), (visit.text(.accounts), "\(visit.count(sizes.accounts))"),
                    (visit.text(.audit), "\(visit.count(sizes.audit))"),
                ]))\(visit.command(Shell.line("tenant \(kind.rawValue)", [slug])))
                """,
            action: """
                <form class="form" method="post" action="\(path)/\(kind.rawValue)">\
                \(Field("confirm", visit.text(.typeSlug, ["slug": .text(slug)]), value: visit.typed("confirm") ?? "",
                    error: error, isRequired: true, autocomplete: "off"))\
                \(Button(word, .danger, icon: isSuspension ? .block : .cross))</form>
                """,
            cancel: (visit.localizer.text(PageText.cancel), path)
        )
        return visit.page(word, in: .tenants, status: error == nil ? 200 : 422, main.html)
    }

    func perform() async throws -> Response {
        guard visit.typed("confirm") == slug else {
            return try await show(visit.text(.wrongSlug, ["slug": .text(slug)]))
        }
        guard try await OperatorTenants.show(slug, visit.database) != nil else { throw ConsoleError.notFound }
        let slug = slug
        switch kind {
        case .delete:
            return visit.redirect(
                to: "/transfers/\(try visit.services.transfers.delete(slug, at: visit.now))"
            )
        case .suspend:
            do {
                _ = try await visit.withTenants { try $0.setActive(false, slug) }
            } catch let error as AdministrationError {
                return try await show(error.description)
            }
            return visit.redirect(to: ConsoleVisit.link(path, [("done", "suspended")]))
        }
    }
}
