internal import Database
internal import ParlayAPI
internal import Tenancy

/// The genres and platforms of the catalog.
struct CatalogService {
    enum Grouping {
        case genres
        case platforms
    }

    private let session: Session

    init(_ session: Session) { self.session = session }

    func groups(_ page: Page, _ grouping: Grouping) async throws -> [GroupRow] {
        let statement =
            switch grouping {
            case .genres: CatalogStore.genres
            case .platforms: CatalogStore.platforms
            }
        return try await session.read(statement(.integer(page.after?.first), .integer(page.fetchLimit))).all
    }
}
