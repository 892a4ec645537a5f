internal import Database
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
        answer(try await call.session.read(FeaturedStore.list(.id(call.tenant.id))).all)
    }

    private func replace(_ call: Call) async throws -> Response {
        let object = try call.object()
        let tenant = call.tenant.id
        return try await call.session.transaction {
            // Edits follow each other, so that a condition is judged by the list that it replaces.
            _ = try await call.session.write(FeaturedStore.lock(.id(tenant)))
            if call.request.head.headers["If-Match"] != nil {
                let present = answer(try await call.session.read(FeaturedStore.list(.id(tenant))).all)
                try call.requireMatch(present.contentTag)
            }
            let games = try call.decode(object, as: FeaturedGames.self).gameIDs
            let query = FeaturedStore.replace(.id(tenant), .integers(games), .time(call.now))
            let unknown = try await call.session.write(query).all
            guard unknown.isEmpty else {
                let ids = unknown.map(String.init).joined(separator: ", ")
                throw Problem.invalidFields(
                    FieldErrors(FeaturedGames.gameIDs.name, "There is no such game: \(ids).")
                )
            }
            return answer(games)
        }
    }

    private func answer(_ games: [Int64]) -> Response {
        Response.json(FeaturedGames(gameIDs: games)).taggedByContent
    }
}
