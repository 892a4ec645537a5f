/// The calls about blocked people.
package enum BlockCalls {
    package static let list = Endpoint<Void, Never, ListPage<Block>>(.get, "blocks")
        .positioned
        .titled("List blocked people")
        .explained("Newest first.").paged.answering(200)

    package static let add = Endpoint<Int64, Never, Block>(.post, "blocks/{id:id}")
        .titled("Block a person").answering(201, "The person is now blocked.")
        .answering(200, "The person was already blocked.")
        .refusing(404, "not_found", "There is no such person.")
        .refusing(422, "own_account", "You cannot block yourself.")

    package static let show = Endpoint<Int64, Never, Block>(.get, "blocks/{id:id}")
        .positioned
        .titled("Show whether a person is blocked")
        .explained("404 if the person is not blocked.").answering(200)
        .refusing(404, "not_found", "You have not blocked this person.")

    package static let remove = Endpoint<Int64, Never, Void>(.delete, "blocks/{id:id}")
        .titled("Unblock a person")
        .explained("What the block ended is not restored.").answering(204)
        .refusing(404, "not_found", "You have not blocked this person.")
}
