import Database
import HTTPServer
import Imaging
import Notifications
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds

@testable import App

/// Requests to the surfaces, and their answers.
extension RouteMatrixFixture {
    /// A request; `path` is absolute and may hold a query.
    struct Call: Sendable {
        var method: String
        var path: String
        var token: String?
        var body: [UInt8]?
        var headers: [(String, String)] = []

        init(_ method: String, _ path: String, token: String? = nil, _ body: String? = nil) {
            self.method = method
            self.path = path
            self.token = token
            self.body = body.map { Array($0.utf8) }
            if body != nil { headers = [("Content-Type", "application/json")] }
        }

        /// With a header in place of those of that name; without it for `nil`.
        func with(_ name: String, _ value: String?) -> Call {
            var copy = self
            copy.headers.removeAll { $0.0 == name }
            if let value { copy.headers.append((name, value)) }
            return copy
        }

        fileprivate var head: RequestHead {
            var fields = Headers()
            for (name, value) in headers { fields.add(name, value) }
            if let token { fields.add("Authorization", "Token \(token)") }
            let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
            return RequestHead(
                methodName: method,
                path: parts[0],
                query: parts.count > 1 ? parts[1] : nil,
                headers: fields,
                peer: PeerAddress(bytes: [192, 0, 2, 1]),
                id: "walk",
                contentLength: body?.count,
                isChunked: false
            )
        }
    }

    func send(_ call: Call) async throws -> Answer {
        try await database.onLoop { [gateway] in Answer(await Self.answer(gateway, call)) }
    }

    /// Sends a call as the owner makes it. Calls share a scenario as long as they succeed in it. One that does not, such
    /// as the second deletion of a row, is sent again in a new scenario.
    ///
    /// - Parameter edit: what to change in the call before it is sent.
    func sendAsOwner(
        _ walked: MatrixRoute,
        in tenant: String = "alpha",
        edit: (inout Call) throws -> Void = { _ in }
    ) async throws -> (call: Call, answer: Answer) {
        func attempt(in scenario: Scenario) async throws -> (call: Call, answer: Answer) {
            var call = walked.call(scenario)
            try edit(&call)
            return (call, try await send(call))
        }
        if let used = current[tenant] {
            let first = try await attempt(in: used)
            if first.answer.status == walked.example.status { return first }
        }
        let new = try scenario(in: tenant)
        current[tenant] = new
        return try await attempt(in: new)
    }

    /// Sends all of them at the same time, on one loop.
    func sendTogether(_ calls: [Call]) async throws -> [Answer] {
        try await database.onLoop { [gateway] in
            try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
                for (index, call) in calls.enumerated() {
                    group.addTask { (index, Answer(await Self.answer(gateway, call))) }
                }
                return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
    }

    /// What the gateway answers before it has seen anything of the body; `nil` when it wants to see it.
    func early(_ call: Call) async throws -> Answer? {
        try await database.onLoop { [gateway] in
            let head = call.head
            let trace = RequestTrace()
            switch gateway.admit(head, trace: trace) {
            case .respond(let response): return Answer(response)
            case .handle(let handling):
                let request = Request(head: head, parameters: handling.parameters, body: [], trace: trace)
                guard handling.checksFirst else { return nil }
                return await handling.handler.check(request).map { Answer($0) }
            }
        }
    }

    static func answer(_ gateway: Gateway, _ call: Call) async -> Response {
        let head = call.head
        let trace = RequestTrace()
        switch gateway.admit(head, trace: trace) {
        case .respond(let response): return response
        case .handle(let handling):
            let body = call.body ?? []
            // A large one is checked before it is read, as the server does.
            if body.count > 16 * 1024, handling.checksFirst,
                let refusal = await handling.handler.check(
                    Request(head: head, parameters: handling.parameters, body: [], trace: trace)
                )
            {
                return refusal
            }
            return await handling.handler.answer(
                Request(head: head, parameters: handling.parameters, body: body, trace: trace)
            ).response
        }
    }
}
