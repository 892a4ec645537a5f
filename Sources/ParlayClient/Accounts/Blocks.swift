public import ParlayAPI

extension Parlay {
    /// The people the caller has blocked.
    public var blocks: Blocks { Blocks(engine: engine) }

    /// Reports to the moderators.
    public var reports: Reports { Reports(engine: engine) }

    /// See `Parlay.blocks`.
    public struct Blocks: Sendable {
        let engine: Engine
    }

    /// See `Parlay.reports`.
    public struct Reports: Sendable {
        let engine: Engine
    }
}

extension Parlay.Blocks {
    /// Newest first.
    public func all() -> Listing<Block> { Listing(Call(BlockCalls.list), of: engine) }

    /// Blocks a person. A match of the two ends.
    @discardableResult
    public func add(_ person: Person.ID) async throws(ParlayError) -> Block {
        try await engine.value(Call(BlockCalls.add, at: person))
    }

    /// The block of a person; `nil` if the caller has not blocked them.
    public func block(of person: Person.ID) async throws(ParlayError) -> Block? {
        do {
            return try await engine.value(Call(BlockCalls.show, at: person))
        } catch .problem(let problem, _) where problem.code == "not_found" {
            return nil
        }
    }

    /// A match that was ended by the block is not restored.
    public func remove(_ person: Person.ID) async throws(ParlayError) {
        try await engine.send(Call(BlockCalls.remove, at: person))
    }
}

extension Parlay.Reports {
    /// What is reported.
    public enum Target: Hashable, Sendable {
        case account(Person.ID)
        case match(Match.ID)
        case wager(Int64)
    }

    /// Reports to the moderators. The reported person is not notified.
    @discardableResult
    public func report(_ target: Target, for reason: Report.Reason, text: String = "")
        async throws(ParlayError) -> Report
    {
        var request = ReportRequest(reason: reason, text: text)
        switch target {
        case .account(let id): request.accountID = id
        case .match(let id): request.matchID = id
        case .wager(let id): request.wagerID = id
        }
        return try await engine.value(Call(ReportCalls.create, request))
    }
}
