internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// For admins: the games that come first in the lists of their tenant.
struct FeaturedRoutes: Sendable {
    var routes: [TenantRoute] {
        [
            TenantRoute(FeaturedCalls.show, handler: show),
            TenantRoute(FeaturedCalls.replace, handler: replace),
        ]
    }

    private func show(_ call: Call) async throws -> Response {
        answer(try await FeaturedService(call.session).list())
    }

    private func replace(_ call: Call) async throws -> Response {
        let object = try call.object()
        let games = try await FeaturedService(call.session).replace { present in
            if call.request.head.headers["If-Match"] != nil {
                try call.requireMatch(answer(present).contentTag)
            }
            return try call.decode(object)
        }
        return answer(games)
    }

    private func answer(_ games: FeaturedGames) -> Response { Response.json(games).taggedByContent }
}
