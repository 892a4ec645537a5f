internal import Components
internal import Console
internal import Outbound
internal import Reactor

extension Doctor {
    /// What needs HTTP: the front on this machine with the proxy before it, and the servers of modules.
    mutating func examineNetwork(_ checks: [InstallationCheck]) async throws {
        let configuration = configuration
        let isOfWorker = process == .worker
        if isOfWorker { leave("proxy", to: .front, because: "no request reaches the worker") }
        let group = try EventLoopGroup(count: 1, name: "doctor")
        defer { group.stop() }
        let loop = group.first
        let found = try await Task(executorPreference: loop) {
            let client = try HTTPClient(on: loop, addresses: .any)
            defer { client.close() }
            var findings = isOfWorker ? [] : await Self.examineProxy(configuration, client)
            for check in checks {
                guard let outcome = await check.run(configuration, client) else { continue }
                switch outcome {
                case .good(let detail):
                    findings.append(Finding(verdict: .good, subject: check.subject, detail: detail))
                case .bad(let detail):
                    findings.append(Finding(verdict: .bad, subject: check.subject, detail: detail))
                }
            }
            return findings
        }.value
        for finding in found { note(finding.verdict, finding.subject, finding.detail) }
    }

    /// Fronts count requests that a proxy forwarded which they do not trust. If the public address is known, one more
    /// request is sent through it first.
    private static func examineProxy(
        _ configuration: Configuration,
        _ client: HTTPClient
    ) async -> [Finding] {
        let subject = "proxy"
        var findings: [Finding] = []
        let url = configuration[Configuration.publicURL]
        if !url.isEmpty {
            let base = url.hasSuffix("/") ? String(url.dropLast()) : url
            do {
                let status = try await get("\(base)/healthz", client).status
                if status != 200 {
                    let detail =
                        "\(base)/healthz answers \(status) instead of 200; does the proxy lead to the front?"
                    findings.append(Finding(verdict: .warning, subject: subject, detail: detail))
                }
            } catch {
                let detail = "\(base) cannot be reached from here: \(error)"
                findings.append(Finding(verdict: .warning, subject: subject, detail: detail))
            }
        }
        let address = configuration[Configuration.metricsAddress]
        let front = address.isEmpty ? configuration.localAuthority : address
        let text: String
        do {
            let response = try await get("http://\(front)/metrics", client)
            guard response.status == 200 else { throw CommandFailure("status \(response.status)") }
            text = String(decoding: response.body, as: UTF8.self)
        } catch {
            let detail = "not checked: no front serves metrics at \(front): \(error)"
            return findings + [Finding(verdict: .unchecked, subject: subject, detail: detail)]
        }
        let proxies = UntrustedProxies.addresses(inMetrics: text)
        let detail =
            proxies.isEmpty
            ? "no request came through a proxy that is not trusted"
            : "requests come through \(proxies.joined(separator: ", ")), so all clients behind it count as one address;"
                + " name it in PARLAY_TRUSTED_PROXIES and restart the front"
        let verdict = proxies.isEmpty ? Verdict.good : .bad
        return findings + [Finding(verdict: verdict, subject: subject, detail: detail)]
    }

    private static func get(_ url: String, _ client: HTTPClient) async throws -> OutboundResponse {
        var request = OutboundRequest(.get, url)
        request.timeout = .seconds(5)
        request.connectTimeout = .seconds(3)
        return try await client.send(request)
    }
}
