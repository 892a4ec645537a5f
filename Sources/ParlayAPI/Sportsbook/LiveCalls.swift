/// The tree as one document, and the stream of its changes.
package enum LiveCalls {
    package static let tournament = QueryField.integers(
        "tournament",
        1 ... .max,
        "Only what belongs to these tournaments or events, 50 in all."
    )
    package static let event = QueryField.integers(
        "event",
        1 ... .max,
        "Only what belongs to these tournaments or events, 50 in all."
    )
    package static let after = QueryField.integer(
        "after",
        0 ... .max,
        "The number of the last update that the caller knows: `seq` of the tree or of a message. Without it the stream "
            + "begins now."
    )
    package static let form = QueryField.choice(
        "form",
        of: LiveForm.self,
        "`original` for the two messages that the original Betbull app knows, without `seq`."
    )
    package static let ticket = QueryField.text("ticket", 1...100, "A ticket, instead of a token.")
    private static let streamText = """
        A WebSocket of JSON messages, each about one thing that changed: `{"event": "7", "startTime": 1600260600}` when \
        an event is new or starts at another time, `{"event", "status", "score"}`, `{"market", "status"}` and \
        `{"outcome": "9", "price": "+300"}`, with `"status"` where that has changed. Ids are strings. Every message has \
        `seq`, which rises. An id that you do not know means: load the tree again; so does the market `"0"`. What you \
        send is ignored. A slow reader gets only the latest of several changes of one thing, and is closed with 1013 \
        if it does not keep up; 1001 means that the server stops, 4401 that the token is not valid any more. With \
        `form=original` there are only `{"event", "startTime"}` and `{"outcome", "price"}`, with these keys alone.
        """

    package static let tree = Endpoint<Void, Never, SportsbookTree>(.get, "sportsbook")
        .module(.sportsbook).access(.tokenUnlessPublic)
        .keys(.readSportsbook).titled("Show the tree of the sportsbook").named("getSportsbook")
        .explained(
            """
            Open tournaments that have an event which is not final or cancelled, with all of their events, markets and \
            outcomes, from memory. It is at most 250 ms older than the stream. The stream's messages after its `seq` lead \
            to the present tree.
            """
        )
        .query(Self.tournament, Self.event)
        .answering(200)

    package static let feed = Endpoint<Void, Never, JSONValue>(.get, "sportsbook/feed")
        .module(.sportsbook).access(.tokenUnlessPublic)
        .keys(.readSportsbook).titled("Show the tree for the original Betbull app").named("getSportsbookFeed")
        .explained(
            """
            The array that the original app decodes: string ids, `startTime` in Unix seconds, events called `A vs. B`, and \
            only those that have a market of two outcomes. The icon is that of the tournament, or one of its sport.
            """
        )
        .answering(200, .json(["type": "array", "items": ["type": "object"]]), "The tournaments.")

    package static let stream = Endpoint<Void, Never, Void>(.get, "live")
        .module(.sportsbook).access(.tokenUnlessPublic)
        .keys(.readSportsbook).titled("Open the live stream").named("openLiveStream")
        .explained(Self.streamText)
        .query(Self.after, Self.tournament, Self.event, Self.form, Self.ticket)
        .answering(101, "The stream, a WebSocket (RFC 6455).")
        .refusing(429, "too_many_requests", "Your address opens too many streams without a token.")
        .refusing(410, "seq_gone", "The updates after `after` are gone: load the tree again.")
        .refusing(426, "upgrade_required", "The request does not ask for a WebSocket.")
        .refusing(503, "too_many_sockets", "This front has reached its limit of streams.")

    package static let createTicket = Endpoint<Void, Never, LiveTicket>(.post, "live/tickets")
        .module(.sportsbook).titled("Create a ticket for the live stream").named("createLiveTicket")
        .explained(
            """
            For browsers, which cannot send a token with a WebSocket: put the ticket into the query of the stream. It is \
            valid for a minute and one handshake, and its stream ends when the token of this call is revoked.
            """
        )
        .answering(201)
}

/// The messages that a stream sends.
package enum LiveForm: String, CaseIterable, Sendable {
    /// The two of the original Betbull app, without numbers.
    case original
}
