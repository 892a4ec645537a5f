public import ParlayAPI

extension Parlay {
    /// The caller's notices.
    public var inbox: Inbox { Inbox(engine: engine) }

    /// See `Parlay.inbox`.
    public struct Inbox: Sendable {
        let engine: Engine
    }
}

extension Parlay.Inbox {
    /// Newest first.
    ///
    /// - Parameter unread: only unread notices.
    public func notices(unread: Bool = false) -> Listing<Notice> {
        Listing(Call(NoticeCalls.list).asking(NoticeCalls.unread, if: unread), of: engine)
    }

    /// Marks some notices as read.
    public func markRead(_ ids: [Notice.ID]) async throws(ParlayError) {
        try await engine.send(Call(NoticeCalls.markRead, InboxRead.ids(ids)))
    }

    /// Marks a notice and all that are older as read.
    public func markRead(upTo id: Notice.ID) async throws(ParlayError) {
        try await engine.send(Call(NoticeCalls.markRead, InboxRead.upTo(id)))
    }

    /// Marks all notices about a resource as read, such as a match that the app has just shown.
    public func markRead(about subject: Subject) async throws(ParlayError) {
        try await engine.send(Call(NoticeCalls.markRead, InboxRead.about(subject)))
    }
}
