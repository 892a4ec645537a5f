internal import Console
internal import Outbound
internal import ParlayAPI
internal import Reactor

extension Command {
    static let doctor = Command(
        "doctor",
        alias: "admin doctor",
        options: [
            .flag("--ready", "only check whether the front is ready, for container health checks"),
            .value(
                "--url",
                "URL",
                "with --ready: the address to check instead of PARLAY_HOST and PARLAY_PORT"
            ),
            .value(
                "--for",
                "PROCESS",
                "front, worker or operator: whose settings and login these are; by default the login decides"
            ),
            .json,
        ],
        "check the installation and say how to fix what is wrong",
        details:
            "Run it with the settings of the process in question. What its login or its machine cannot show is \"not"
            + " checked\", which is not a failure; the operator's login sees most. Exits with 1 if a check fails.",
        example: "parlay doctor --ready --url http://127.0.0.1:8080"
    ) { call in
        if call.has("--ready") { return try await askReadiness(call) }
        guard call.value("--url") == nil else { throw UsageError("--url works with --ready only") }
        let process = try call.value("--for").map { word in
            guard let process = Doctor.Process(rawValue: word) else {
                throw UsageError("--for must be front, worker or operator, not \"\(word)\"")
            }
            return process
        }
        var doctor = Doctor(call.installation, for: process)
        try await doctor.examine(unknownVariables: call.unknownVariables)
        if call.isJSON {
            call.terminal.print(
                JSONText.array(
                    doctor.findings.map { finding in
                        JSONText.object([
                            ("verdict", .string(finding.verdict.word)),
                            ("subject", .string(finding.subject)), ("detail", .string(finding.detail)),
                        ])
                    }
                )
            )
        } else {
            let rows = doctor.findings.map { finding in
                (term: "\(finding.verdict.label)  \(finding.subject)", text: finding.detail)
            }
            call.terminal.print(TextLayout.definitions(rows, indent: 0, column: 32))
        }
        return doctor.findings.contains { $0.verdict == .bad } ? .failure : .success
    }

    /// Sends one request to `/readyz` and checks nothing else.
    private static func askReadiness(_ call: Invocation) async throws -> ExitCode {
        let base = call.value("--url") ?? "http://\(call.configuration.localAuthority)"
        guard let url = readinessURL(base) else {
            throw UsageError("--url must be a base address such as http://127.0.0.1:8080, not \"\(base)\"")
        }
        let group = try EventLoopGroup(count: 1, name: "ready")
        defer { group.stop() }
        let client = try HTTPClient(on: group.first, addresses: .any)
        defer { client.close() }
        var request = OutboundRequest(.get, url)
        request.timeout = .seconds(5)
        request.connectTimeout = .seconds(3)
        request.bodyLimit = 16 * 1024
        let status: Int
        do {
            status = try await client.send(request).status
        } catch {
            throw CommandFailure("no answer from \(url): \(error)")
        }
        guard status == 200 else { throw CommandFailure("\(url) answers \(status): not ready") }
        call.report("ready", JSONText.object([("ready", .bool(true)), ("url", .string(url))]))
        return .success
    }

    private static func readinessURL(_ base: String) -> String? {
        guard let scheme = ["http://", "https://"].first(where: { base.lowercased().hasPrefix($0) }) else {
            return nil
        }
        let rest = base.dropFirst(scheme.count)
        guard let first = rest.first, first != "/", !rest.contains(where: { "@?# ".contains($0) }) else {
            return nil
        }
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/readyz"
    }
}

extension Doctor.Verdict {
    /// As wide as the longest name.
    fileprivate var label: String { rawValue + String(repeating: " ", count: 4 - rawValue.count) }
}

extension Configuration {
    /// The host and port at which this machine reaches the front.
    var localAuthority: String {
        let host = localHost
        return "\(host.contains(":") ? "[\(host)]" : host):\(self[Self.port])"
    }

    /// An address at which the configured one can be reached.
    var localHost: String {
        switch self[Self.host] {
        case "0.0.0.0", "": "127.0.0.1"
        case "::": "::1"
        case let host: host
        }
    }
}
