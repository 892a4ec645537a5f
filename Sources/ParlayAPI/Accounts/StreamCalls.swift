/// What happens to the caller, as it happens.
package enum StreamCalls {
    package static let after = QueryField.integer(
        "after",
        0 ... .max,
        "The number of the last event that the caller knows, or `Stream-Position` of a read. Without it the stream begins now."
    )
    package static let ticket = QueryField.text("ticket", 1...100, "A ticket, instead of a token.")

    private static let streamText = """
        A WebSocket of JSON messages, or with `Accept: text/event-stream` server-sent events, each about one thing that happened \
        to you: `{"number": 1207, "type": "wager.taken", "subject": {"type": "wager", "id": 12}, "at": "…"}`. An event says \
        what to read again. Numbers have no holes and follow the order in which the changes were committed; \
        a slow reader gets only the latest of several events of one type and subject. `by` is the device, where it was \
        one of yours. The guide lists the types.

        **Read, then follow**: what you read about yourself has a header `Stream-Position`. A stream with `after` of that \
        number misses nothing. Events are kept for ten minutes, and the last hundred longer. If yours are gone, the \
        answer is 410; an event stream begins with `{"reset": N}` instead: read your lists again.

        The WebSocket takes one message, `{"token": "…"}`: from then on the stream ends with that token. Anything else is \
        ignored. 4401 means that the token is not valid any more, 1013 that you read too slowly, 1001 that the server stops. \
        In an event stream these codes are in an event called `close`.
        """

    package static let stream = Endpoint<Void, Never, Void>(.get, "stream")
        .titled("Follow what happens to you").named("openStream")
        .explained(Self.streamText)
        .query(Self.after, Self.ticket)
        .answering(101, "The stream, a WebSocket (RFC 6455).")
        .answering(
            200,
            .media(["text/event-stream"]),
            "The stream as server-sent events; `id` is the number, and `Last-Event-ID` means `after`."
        )
        .refusing(410, "stream_expired", "The events after `after` are gone: read your lists again.")
        .refusing(
            426,
            "upgrade_required",
            "The request asks neither for a WebSocket nor for an event stream."
        )
        .refusing(429, "too_many_streams", "You have ten streams already.")
        .refusing(503, "too_many_sockets", "This front has reached its limit of streams.")

    package static let createTicket = Endpoint<Void, Never, LiveTicket>(.post, "stream/tickets")
        .titled("Create a ticket for your stream").named("createStreamTicket")
        .explained(
            """
            For browsers, which cannot send a token with a WebSocket or an event stream: put the ticket into the query of the \
            stream. It is valid for a minute and one handshake, and its stream ends when the token of this call is revoked.
            """
        )
        .answering(201)
}
