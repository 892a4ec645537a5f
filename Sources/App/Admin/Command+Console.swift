internal import Console
internal import HTTPServer
internal import OperatorConsole

extension Command {
    static let console = Command(
        "console",
        options: [
            .value("--listen", "HOST:PORT", "the address, on loopback; 127.0.0.1:8082 by default"),
            .value("--name", "HOST", "the host name of a proxy with TLS on this machine"),
            .flag("--link", "print another link for the console that runs at the address"),
        ],
        "run the operator's console for a browser",
        details:
            "Prints a link that signs in once, within ten minutes. The console has the operator's login to the database, so it"
            + " listens on loopback only; from elsewhere use `ssh -L 8082:127.0.0.1:8082`, or a proxy with TLS and --name.",
        example: "parlay console --listen 127.0.0.1:8082"
    ) { call in
        let address =
            try call.value("--listen").map { text in
                guard let address = HostAndPort(text) else {
                    throw UsageError("--listen must be HOST:PORT, not \"\(text)\"")
                }
                return address
            } ?? ConsoleProcess.defaultAddress
        guard address.host == "localhost" || PeerAddress(address.host)?.isLoopback == true else {
            throw UsageError(
                "the console listens without TLS, so only on loopback, such as 127.0.0.1:8082; from elsewhere use"
                    + " `ssh -L`, or a proxy with TLS and --name"
            )
        }
        let name = call.value("--name")
        if call.has("--link") {
            call.terminal.print(try await ConsoleProcess.link(call.configuration, at: address, name: name))
            return .success
        }
        return try await ConsoleProcess.run(call, at: address, name: name) {
            try await examine(call)
        }
    }

    /// As the operator's `parlay doctor`, which waits for sockets: off the loop, as the command itself runs.
    private static func examine(_ call: Invocation) async throws -> [HealthFinding] {
        try await Task.detached {
            var doctor = Doctor(call.installation, for: .operator)
            try await doctor.examine(unknownVariables: call.unknownVariables)
            return doctor.findings.map(HealthFinding.init)
        }.value
    }
}

extension HealthFinding {
    fileprivate init(_ finding: Doctor.Finding) {
        let verdict: Verdict =
            switch finding.verdict {
            case .good: .good
            case .warning: .warning
            case .bad: .bad
            case .unchecked: .unchecked
            }
        self.init(verdict, finding.subject, finding.detail)
    }
}
