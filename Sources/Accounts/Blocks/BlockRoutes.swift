internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The people the caller has blocked.
package struct BlockRoutes: Sendable {
    private let blocks: BlockService
    private let notes: [String]

    /// - Parameter notes: what a block ends; see `Component.blockingNote`.
    package init(_ blocks: BlockService, notes: [String] = []) {
        self.blocks = blocks
        self.notes = notes.filter { !$0.isEmpty }
    }

    package var routes: [TenantRoute] {
        [
            TenantRoute(BlockCalls.list, handler: list),
            TenantRoute(BlockCalls.add, handler: add)
                .explained(
                    ([
                        "Neither person sees the other in lists and searches any more, and the other person cannot "
                            + "see your profile."
                    ] + notes + ["People who have blocked you can be blocked too."]).joined(separator: " ")
                ),
            TenantRoute(BlockCalls.show, handler: show),
            TenantRoute(BlockCalls.remove, handler: remove),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 2)
        let blocks = try await blocks.page(page, in: call.session)
        return try await call.list(blocks, page) {
            [blocks[$0].createdAt.milliseconds, blocks[$0].person.id]
        }
    }

    private func add(_ call: Call) async throws -> Response {
        let (block, isNew) = try await blocks.block(try call.id("id"), in: call.session)
        guard isNew else { return .json(block) }
        return .json(block, status: 201).with("Location", "\(call.base)blocks/\(block.person.id)/")
    }

    private func show(_ call: Call) async throws -> Response {
        let block = try await blocks.block(of: try call.id("id"), in: call.session)
        return Response.json(block).taggedByContent
    }

    private func remove(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: AccountID.self)
        if call.request.head.headers["If-Match"] != nil {
            try call.requireMatch(Response.json(try await blocks.block(of: id, in: call.session)).contentTag)
        }
        try await blocks.unblock(id, in: call.session)
        return .noContent
    }
}
