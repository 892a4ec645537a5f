internal import Accounts
internal import Administration
internal import Components
internal import Console
internal import Database
internal import HTTPServer
internal import Imaging
internal import ParlayAPI
internal import Reactor
internal import Tenancy

/// The API in this process, on the database of a command: the routes of the front, called as the operator.
struct OperatorAPI: APIService {
    private let call: Invocation

    init(_ call: Invocation) { self.call = call }

    func run<Value: Sendable>(_ body: @escaping @Sendable (Send) async throws -> Value) async throws -> Value
    {
        let author = try author()
        return try await AdminSession.run(call.configuration) { database in
            let gateway = try await gateway(database)
            return try await body { call in
                let response = await gateway.answerOperator(call.head, body: call.body, author: author)
                return APIAnswer(status: response.status, body: response.body.bytes)
            }
        }
    }

    /// The admin that `--as` names.
    private func author() throws -> AccountID? {
        guard let name = call.value(Command.Option.author.name) else { return nil }
        let account = try call.accounts().account(name)
        guard account.role == .admin, account.status == .active else {
            throw CommandFailure("\(name) is no active admin; name one with --as")
        }
        return account.id
    }

    private func gateway(_ database: DatabasePool) async throws -> Gateway {
        let registry = TenantRegistry()
        _ = try await registry.refresh(from: database)
        let signer = try await SigningKey.read(database)
        guard let loop = EventLoop.current else { throw CommandFailure("there is no event loop") }
        // Off the loop, which it would hold.
        return try await Task.detached {
            let services = try services(database, registry, on: loop)
            return Gateway(
                registry: registry,
                database: database,
                signer: signer,
                platform: [],
                surfaces: services.components.surfaces(services),
                trustedProxies: TrustedProxies(),
                report: { call.terminal.printError("parlay: \($0)") }
            )
        }.value
    }

    private func services(_ database: DatabasePool, _ registry: TenantRegistry, on loop: EventLoop) throws
        -> ComponentServices
    {
        let report: @Sendable (String) -> Void = { call.terminal.printError("parlay: \($0)") }
        let issuers = IssuerFetcher(on: loop, call.configuration)
        // For whatever a call does besides statements.
        let threads = try BlockingPool(name: "operator", threads: 1, capacity: 16)
        return call.installation.services(
            database: database,
            registry: registry,
            hashing: PasswordHashing(hasher: try call.configuration.passwordHasher(), pool: threads),
            issuers: IssuerKeyring(database, fetch: issuers.fetch, report: report),
            providers: OAuthClient(report: report, send: issuers.send),
            images: ImageWorkers(pool: threads),
            files: threads,
            documents: threads
        )
    }
}

extension APICall {
    /// As a front would read it.
    fileprivate var head: RequestHead {
        var headers = Headers()
        if !body.isEmpty { headers.add("Content-Type", "application/json") }
        return RequestHead(
            methodName: method.rawValue,
            path: path,
            query: encodedQuery,
            headers: headers,
            peer: PeerAddress(bytes: [127, 0, 0, 1]),
            id: "command",
            contentLength: body.count,
            isChunked: false
        )
    }
}
