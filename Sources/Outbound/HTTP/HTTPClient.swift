package import Reactor
internal import Synchronization

/// HTTP requests to the outside world, over one event loop and without a thread of its own but those that libcurl
/// resolves names on. Connections are kept and used again.
///
/// Which addresses it may reach belongs to the client and not to the request, because requests share connections.
package final class HTTPClient: Sendable {
    private let loop: EventLoop
    private let multi: LoopBound<CurlMulti>
    private let lastID = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - addresses: what may be connected to.
    ///   - resolving: names that are not looked up, as curl's `--resolve` takes them: `host:port:address`.
    ///   - certificates: a file of certificates in PEM form that are trusted in addition to the system's.
    package init(
        on loop: EventLoop,
        addresses: AddressRule,
        resolving: [String] = [],
        trusting certificates: String? = nil
    ) throws(HTTPClientError) {
        self.loop = loop
        let multi = try CurlMulti(
            on: loop,
            addresses: addresses,
            resolving: resolving,
            trusting: certificates
        )
        self.multi = LoopBound(multi, on: loop)
    }

    deinit { close() }

    /// Ends what is under way and closes the connections.
    package func close() {
        let multi = multi
        loop.execute { multi.value.close() }
    }

    /// Sends a request and reads the whole response. Any status is a response; redirects too, unless the request says
    /// otherwise. Ends early when the task is cancelled. May be called from anywhere.
    package func send(_ request: OutboundRequest) async throws(HTTPClientError) -> OutboundResponse {
        let id = lastID.add(1, ordering: .relaxed).newValue
        let multi = multi
        let isCancelled = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<CurlTransfer.Result, Never>) in
                let start: @Sendable () -> Void = {
                    if isCancelled.isSet {
                        continuation.resume(returning: .failure(.cancelled))
                    } else {
                        multi.value.start(id, request) { continuation.resume(returning: $0) }
                    }
                }
                if loop.isCurrent { start() } else { loop.execute(start) }
            }
        } onCancel: {
            isCancelled.set()
            loop.execute { multi.value.cancel(id) }
        }
        return try result.get()
    }

    /// For tests: transfers that have not ended, and descriptors that are watched.
    var load: (transfers: Int, sockets: Int) { (multi.value.transferCount, multi.value.socketCount) }
}

/// Set before the cancellation is sent to the loop, so that a start that arrives after it sees it.
private final class CancellationFlag: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}
