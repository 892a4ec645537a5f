// The descriptions that follow from what an endpoint takes and gives.

extension Endpoint where Body: RequestBody {
    /// The fields of the body, by the declaration that reads them.
    package func taking(mode: BodyReader.Mode = .complete, example: JSONValue) -> Endpoint {
        taking(Body.self, mode: mode, example: example)
    }
}

extension Endpoint where Answer: Described {
    /// A success that answers the resource. The first is the usual one.
    ///
    /// - Parameter example: for a call after which the resource is not like its own example. Members that the example of
    ///   the body has are taken from there in any case.
    package func answering(_ status: Int, _ summary: String = "", example: Answer? = nil) -> Endpoint {
        answering(status, .resource(Answer.self), summary, example: example)
    }
}

extension Endpoint {
    /// A success that answers a page of a list.
    package func answering<Item: Described>(
        _ status: Int,
        _ summary: String = "",
        example: Answer? = nil
    ) -> Endpoint where Answer == ListPage<Item> {
        answering(status, .page(of: Item.self), summary, example: example)
    }
}

extension Endpoint where Answer == Void {
    /// A success without content.
    package func answering(_ status: Int, _ summary: String = "") -> Endpoint {
        answering(status, .none, summary)
    }
}

extension Endpoint where Answer == File {
    /// A success whose content has one of these media types.
    package func answering(_ status: Int, media types: [String], _ summary: String = "") -> Endpoint {
        answering(status, .media(types), summary)
    }
}
