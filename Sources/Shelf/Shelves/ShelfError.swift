internal import HTTPServer
internal import ParlayAPI

enum ShelfError: ProblemConvertible, Equatable {
    /// The game is not on the caller's shelf.
    case notOnShelf
    case notWished
    /// The path names no game.
    case noGame
    /// The body names no game.
    case unknownGame
    case alreadyOnShelf
    /// Someone else's shelf is private.
    case isPrivate
    case datesAreReversed

    var problem: Problem {
        switch self {
        case .notOnShelf: Self.notFound("This game is not on your shelf.")
        case .notWished: Self.notFound("This game is not on your wishlist.")
        case .noGame: Self.notFound("There is no such game.")
        case .unknownGame:
            .invalidFields(
                FieldErrors(ShelfDraft.gameID.name, FieldRule("gameKnown", "There is no such game."))
            )
        case .alreadyOnShelf:
            Problem(
                status: 409,
                code: "already_on_shelf",
                title: "Already on your shelf",
                detail: "This game is already on your shelf."
            )
        case .isPrivate:
            Problem(
                status: 403,
                code: "shelf_private",
                title: "The shelf is private",
                detail: "This person does not show their shelf to others."
            )
        case .datesAreReversed:
            .invalidFields(FieldErrors(ShelfUpdate.finishedOn.name, ShelfUpdate.datesAreReversed))
        }
    }

    private static func notFound(_ detail: String) -> Problem {
        Problem(status: 404, code: "not_found", title: "Not found", detail: detail)
    }
}
