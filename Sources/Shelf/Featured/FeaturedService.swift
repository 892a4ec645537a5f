internal import Database
internal import ParlayAPI
internal import Tenancy

/// The games that come first in the lists of a tenant.
struct FeaturedService {
    private let session: Session

    init(_ session: Session) { self.session = session }

    private var tenant: Parameter { .id(session.tenant.id) }

    func list() async throws -> FeaturedGames {
        FeaturedGames(gameIDs: try await session.read(FeaturedStore.list(tenant)).all)
    }

    /// Edits follow each other, so that a condition is judged by the list that it replaces.
    ///
    /// - Parameter update: gets the list as it is now, which it may refuse.
    func replace(_ update: (FeaturedGames) throws -> FeaturedGames) async throws -> FeaturedGames {
        try await session.transaction {
            let (_, present) = try await session.write(
                RowQuery<UnreadRow>(FeaturedStore.lock(tenant)),
                FeaturedStore.list(tenant)
            )
            let new = try update(FeaturedGames(gameIDs: try present.all))
            let query = FeaturedStore.replace(tenant, .integers(new.gameIDs), .time(session.now))
            let unknown = try await session.write(query).all
            guard unknown.isEmpty else {
                let ids = unknown.map(String.init).joined(separator: ", ")
                throw Problem.invalidFields(
                    FieldErrors(
                        FeaturedGames.gameIDs.name,
                        FieldRule("gamesKnown", "There is no such game: \(ids).", ["list": .text(ids)])
                    )
                )
            }
            return new
        }
    }
}
