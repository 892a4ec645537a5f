internal import ParlayAPI
internal import Reactor
internal import Security

/// What all requests of a gateway share.
final class RequestEnvironment: Sendable {
    let registry: TenantRegistry
    let signer: Signer
    /// The calls of apps, by their names in the reference. For pages, which make them in process.
    let calls: [String: RegisteredRoute]
    let idempotentCalls: IdempotentCalls
    /// Compresses large answers and parses large bodies.
    let documents: BlockingPool?
    let report: @Sendable (String) -> Void
    private let uploads: FairLimiter
    private let imports: FairLimiter
    private let exports: FairLimiter

    init(
        registry: TenantRegistry,
        signer: Signer,
        calls: [String: RegisteredRoute],
        idempotentCalls: IdempotentCalls,
        uploads: FairLimiter,
        imports: FairLimiter,
        exports: FairLimiter,
        documents: BlockingPool?,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.registry = registry
        self.signer = signer
        self.calls = calls
        self.idempotentCalls = idempotentCalls
        self.uploads = uploads
        self.imports = imports
        self.exports = exports
        self.documents = documents
        self.report = report
    }

    func limiter(of kind: TenantRoute.Permits) -> FairLimiter {
        switch kind {
        case .uploads: uploads
        case .imports: imports
        case .exports: exports
        }
    }
}
