/// The calls about single wagers.
package enum WagerCalls {
    private static let draft: JSONValue = [
        "name": "Chess in the park", "description": "Best of three.", "amount_cents": 2000,
        "category": "Other",
        "place": ["lat": 41, "lon": -74],
    ]

    package static let pose = Endpoint<Void, WagerDraft, Wager>(.post, "wagers")
        .module(.wagers).titled("Pose a wager").named("createWager")
        .explained("It is open until someone takes it, it expires, or you withdraw it.")
        .taking(example: Self.draft).answering(201, example: Wager.posed)

    package static let show = Endpoint<Int64, Never, Wager>(.get, "wagers/{id:id}")
        .positioned
        .module(.wagers).keys(.readWagers).titled("Show a wager").named("getWager").path(
            "id",
            "The wager's id."
        )
        .explained("You can see public wagers in every state, wagers that are offered to you, and your own.")
        .answering(200)

    package static let offer = Endpoint<Int64, Never, WagerOffer>(.get, "wagers/{id:id}/offer")
        .module(.wagers).access(.tokenUnlessPublic)
        .titled("Show a public wager to everybody").named("getWagerOffer").path("id", "The wager's id.")
        .explained("What the link of a public wager shows to people who have no account yet.")
        .answering(200)

    package static let edit = Endpoint<Int64, WagerDraft, Wager>(.put, "wagers/{id:id}")
        .module(.wagers).titled("Change an open wager").named("updateWager").ofWager
        .explained("Replaces the whole wager. Omitted fields get their defaults.")
        .taking(example: Self.draft).answering(200, example: Wager.posed)

    package static let delete = Endpoint<Int64, Never, Void>(.delete, "wagers/{id:id}")
        .module(.wagers).titled("Withdraw an open wager").named("deleteWager").ofWager
        .explained("Possible until someone takes it.")
        .irreversible("Deletes the wager.")
        .answering(204)

    package static let take = Endpoint<Int64, Never, Wager>(.post, "wagers/{id:id}/take")
        .module(.wagers)
        .titled("Take a wager").named("takeWager").path("id", "The wager's id.").conditional
        .explained(
            "If several people take it at the same time, exactly one succeeds. A wager that was edited since it was posed "
                + "requires `If-Match` with its `ETag`, so that no one takes terms they have not seen."
        )
        .answering(200, example: Wager.taken)
        .refusing(403, "own_wager", "You posed this wager.")
        .refusing(403, "not_your_move", "The wager is not offered to you.")
        .refusing(
            428,
            "precondition_required",
            "The wager was edited since it was posed, and the call has no `If-Match`."
        )
        .refusing(409, "wager_already_taken", "Someone else was faster. Comes before 412 and 428.")
        .refusing(409, "wager_unavailable", "The challenger cannot offer anything at the moment.")
        .refusing(409, "wager_expired", "The wager has expired.")
        .refusing(409, "wager_state", "The wager was withdrawn or declined.")
        .refusing(409, "wager_changed", "The wager was edited at the same time.")

    package static let decline = Endpoint<Int64, Never, Wager>(.post, "wagers/{id:id}/decline")
        .module(.wagers).titled("Decline a wager that is addressed to you").named("declineWager").ofWager
        .explained("The challenger gets a notice. A declined wager is final.").answering(200)

    package static let complete = Endpoint<Int64, WagerResult, Wager>(.post, "wagers/{id:id}/complete")
        .module(.wagers).titled("Report who won").named("completeWager").ofWager
        .explained(
            "The first report is the `claim`; its author may change it. Agreement, or 72 hours of silence, completes "
                + "the wager; disagreement disputes it."
        )
        .taking(example: ["winner": "challenger"]).answering(200, example: Wager.claimed)

    package static let cancel = Endpoint<Int64, Never, Wager>(.post, "wagers/{id:id}/cancel")
        .module(.wagers).titled("Cancel a wager").named("cancelWager").ofWager
        .explained("Asks the other side to cancel. The wager is cancelled when both sides have asked.")
        .answering(200, example: Wager.withCancelRequest)

    package static let withdraw = Endpoint<Int64, Never, Void>(.delete, "wagers/{id:id}/cancel")
        .module(.wagers)
        .titled("Withdraw the cancellation request").named("withdrawWagerCancellation").ofWager
        .explained("Possible until the other side agrees.").answering(204)
        .refusing(409, "no_cancel_request", "You have not asked to cancel.")

    package static let nameArbiter = Endpoint<Int64, ArbiterChoice, Wager>(.put, "wagers/{id:id}/arbiter")
        .module(.wagers).titled("Choose an arbiter").named("nameWagerArbiter").ofWager
        .explained(
            "When both sides choose the same person, that person becomes the arbiter, until both choose another."
        )
        .taking(example: ["username": "dora"]).answering(200, example: Wager.withArbiter)

    package static let arbitrate = Endpoint<Int64, WagerDecision, Wager>(.post, "wagers/{id:id}/arbitrate")
        .module(.wagers).titled("Decide a dispute").named("arbitrateWager").ofWager
        .irreversible("The decision is final.")
        .explained("Send either `winner` or `void: true`, which cancels the wager.")
        .taking(example: ["winner": "challengee", "reason": "The photo shows it."])
        .answering(200, example: Wager.arbitrated)

    package static let pay = Endpoint<Int64, PaymentRequest, PaymentGuide>(.post, "wagers/{id:id}/pay")
        .module(.wagers).titled("Get payment instructions").named("payWager").ofWager
        .explained(
            "The links open Venmo with everything filled in. The money moves outside of Parlay, and the winner "
                + "confirms that it arrived. Choosing `cash` stops the reminders."
        )
        .taking(example: ["method": "cash"]).answering(200)
        .refusing(409, "no_venmo_username", "The winner has no Venmo username.")

    package static let confirm = Endpoint<Int64, PaymentConfirmation, Wager>(.post, "wagers/{id:id}/confirm")
        .module(.wagers).titled("Confirm the payment").named("confirmWager").ofWager
        .explained("With `false` the wager stays completed, and the reminders start again.")
        .taking(example: ["paid": true]).answering(200, example: Wager.confirmed)

    package static let rate = Endpoint<Int64, WagerRating, Wager>(.post, "wagers/{id:id}/rate")
        .module(.wagers).titled("Rate the other side").named("rateWager").ofWager
        .explained("Possible once per wager. It counts in the `rating` of the other side.")
        .taking(example: ["rating": 5, "comment": "Paid at once."]).answering(201, example: Wager.rated)
        .refusing(409, "already_rated", "You have already rated the other side.")

    package static let disputes = Endpoint<Void, Never, ListPage<Wager>>(.get, "admin/disputes")
        .module(.wagers).access(.role(.moderator)).keys(.readWagers).titled("List disputed wagers").named(
            "listDisputes"
        )
        .explained("Wagers that are waiting for a decision, oldest first.").paged.answering(200)

    package static let void = Endpoint<Int64, WagerVoid, Wager>(.post, "admin/wagers/{id:id}/void")
        .module(.wagers).access(.role(.moderator)).keys(.writeWagers).titled("Take a wager down").named(
            "voidWager"
        ).ofWager
        .irreversible("The wager is cancelled.")
        .explained(
            "For every wager that you can see and that is not final yet: it becomes `cancelled`, a result no longer counts, "
                + "and reminders stop. Both sides get the reason."
        )
        .taking(example: ["reason": "Bets on people's health are not allowed."])
        .answering(200, example: Wager.voided)
}

extension Endpoint {
    fileprivate var ofWager: Endpoint { path("id", "The wager's id.").conditional }
}
