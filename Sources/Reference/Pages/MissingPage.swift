internal import HTTPServer
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The answer for an address below `/docs` that has no page: a page for browsers, a problem for everything else.
enum MissingPage {
    static func response(_ request: Request, version: String) -> Response {
        let isForPeople = request.head.headers["Accept"]?.contains("text/html") == true
        guard isForPeople else { return .problem(problem, requestID: request.head.id).with("Vary", "Accept") }
        var response = StaticFile(page(request.head.path), version: version).response
        response.status = problem.status
        return response.with("Vary", "Accept")
    }

    static let problem = Problem(
        status: 404,
        code: "not_found",
        title: "Not found",
        detail: "There is no such page. See /docs for the list."
    )

    private static func page(_ path: String) -> Page {
        Page(
            path,
            title: "No such page · Parlay",
            summary: "There is no page at this address.",
            navigation: nil,
            body: """
                <section class="intro"><h1>No such page</h1>
                <p class="lead">There is nothing at <code>\(path)</code>. Perhaps it is on one of these:</p>
                <ul class="tiles">
                <li><a href="/docs"><strong>Reference</strong><span>Every call and every guide, with a search.</span></a></li>
                <li><a href="/docs/guides/getting-started"><strong>Getting started</strong>\
                <span>From a running server to the first calls.</span></a></li>
                <li><a href="/docs/problems"><strong>Problem codes</strong><span>What each error means.</span></a></li>
                <li><a href="\(DecisionIndex.path)"><strong>Decisions</strong><span>Why Parlay is as it is.</span></a></li>
                </ul></section>
                """
        )
    }
}
