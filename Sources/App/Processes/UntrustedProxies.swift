internal import HTTPServer
internal import Observability
internal import ParlayAPI
internal import Synchronization
internal import Tenancy

/// Counts requests that a proxy forwarded which `PARLAY_TRUSTED_PROXIES` does not name. Only proxies with private
/// addresses count: from anywhere else, a client may have made up the header.
struct UntrustedProxies: HTTPApplication {
    private static let metric = "parlay_http_untrusted_proxy_requests_total"
    /// More are counted under the last one's address.
    private static let limit = 8

    private let application: any HTTPApplication
    private let trusted: TrustedProxies
    private let logger: Logger
    private let counts: Counts

    private final class Counts: Sendable {
        let requests = Mutex<[(address: PeerAddress, count: Int)]>([])
    }

    /// - Parameter application: what answers the requests.
    init(
        _ application: any HTTPApplication,
        trusted: TrustedProxies,
        metrics: MetricRegistry,
        logger: Logger
    ) {
        self.application = application
        self.trusted = trusted
        self.logger = logger
        let counts = Counts()
        self.counts = counts
        metrics.counter(
            Self.metric,
            "Requests through a proxy that PARLAY_TRUSTED_PROXIES does not name.",
            labels: ["address"]
        ) {
            counts.requests.withLock { all in all.map { Sample([$0.address.description], Double($0.count)) } }
        }
    }

    func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
        if head.peer.isPrivate, head.headers["X-Forwarded-For"] != nil, !trusted.contains(head.peer) {
            count(head.peer)
        }
        return application.admit(head, trace: trace)
    }

    func refusal(_ problem: Problem, of head: RequestHead) -> Response {
        application.refusal(problem, of: head)
    }

    private func count(_ peer: PeerAddress) {
        let isNew = counts.requests.withLock { all in
            if let index = all.firstIndex(where: { $0.address == peer }) {
                all[index].count += 1
                return false
            }
            guard all.count < Self.limit else {
                all[all.count - 1].count += 1
                return false
            }
            all.append((peer, 1))
            return true
        }
        guard isNew else { return }
        logger.warning(
            "requests come through a proxy that PARLAY_TRUSTED_PROXIES does not name; all its clients count as one address",
            [.text("proxy", peer.description)]
        )
    }

    /// The addresses in what `/metrics` answers.
    static func addresses(inMetrics text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix(metric + "{") else { return nil }
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            return parts.count > 1 ? String(parts[1]) : nil
        }
    }
}

extension PeerAddress {
    /// Whether it belongs to this machine or to a private network (RFC 1918, RFC 4193, RFC 3927, RFC 4291).
    fileprivate var isPrivate: Bool {
        if bytes.count == 4 {
            switch (bytes[0], bytes[1]) {
            case (127, _), (10, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127): return true
            default: return false
            }
        }
        guard bytes.count == 16 else { return false }
        let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
        return isLoopback || bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }
}
