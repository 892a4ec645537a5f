internal import HTTPServer
internal import ParlayAPI

enum CatalogError: ProblemConvertible, Equatable {
    case gameNotFound
    /// Nothing is known here, and IGDB could not be asked.
    case unavailable

    var problem: Problem {
        switch self {
        case .gameNotFound:
            Problem(status: 404, code: "not_found", title: "Not found", detail: "There is no such game.")
        case .unavailable:
            Problem(
                status: 503,
                code: "catalog_unavailable",
                title: "The catalog is unavailable",
                detail:
                    "No game is known here by this name, and the source of the catalog could not be asked."
            )
        }
    }

    var responseHeaders: [(name: String, value: String)] {
        self == .unavailable ? [("Retry-After", "60")] : []
    }
}
