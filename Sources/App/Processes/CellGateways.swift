internal import HTTPServer
internal import Observability
internal import ParlayAPI
internal import Synchronization
internal import Tenancy

/// The gateways of the cells, each over its own database: a request goes to that of the cell where its tenant lives, and to cell 1
/// without one.
final class CellGateways: HTTPApplication {
    private let registry: TenantRegistry
    private let home: Gateway
    private let others = Mutex<[Int: Gateway]>([:])

    /// - Parameter home: of cell 1.
    init(_ registry: TenantRegistry, home: Gateway) {
        self.registry = registry
        self.home = home
    }

    func add(_ gateway: Gateway, as cell: Int) { others.withLock { $0[cell] = gateway } }

    func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
        gateway(of: head).admit(head, trace: trace)
    }

    func refusal(_ problem: Problem, of head: RequestHead) -> Response {
        gateway(of: head).refusal(problem, of: head)
    }

    private func gateway(of head: RequestHead) -> Gateway {
        others.withLock { others in
            guard !others.isEmpty, let tenant = home.tenant(of: head) else { return home }
            return others[tenant.residence.cell] ?? home
        }
    }
}
