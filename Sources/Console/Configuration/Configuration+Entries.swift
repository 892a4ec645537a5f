extension Configuration {
    /// A process that reads settings.
    package enum Process: String, CaseIterable, Sendable {
        case serve, work
    }

    /// A setting without its type, for `config`, `--help`, the docs and suggestions for unknown variables.
    package struct Entry: Sendable {
        package let variable: String
        package let flag: String
        package let summary: String
        package let isSecret: Bool
        package let problem: @Sendable (String) -> String?
        package let fallback: String
        /// Which processes read it; `up` starts both.
        package var processes: Set<Process> = Set(Process.allCases)
        /// Whether `up` has it too.
        package var isOfUp = true

        package init<Value>(_ setting: Setting<Value>) {
            variable = setting.variable
            flag = setting.flag
            summary = setting.summary
            isSecret = setting.isSecret
            fallback = setting.show(setting.fallback)
            problem = { text in
                guard setting.parse(text) == nil else { return nil }
                // The URL of a server can contain a name and a password before its `@`.
                let isSecret = setting.isSecret || text.contains("://") && text.contains("@")
                let shown = isSecret ? "" : " is \"\(text)\" but"
                return "\(setting.variable)\(shown) must be \(setting.expectation)"
            }
        }

        fileprivate var notOfUp: Entry {
            var entry = self
            entry.isOfUp = false
            return entry
        }
    }

    /// Settings that are shown together.
    package struct Topic: Sendable {
        package let title: String
        package let entries: [Entry]

        package init(_ title: String, readBy process: Process? = nil, _ entries: [Entry]) {
            self.title = title
            self.entries = entries.map { entry in
                var entry = entry
                if let process { entry.processes = [process] }
                return entry
            }
        }
    }

    /// Every setting, in the order of `config`, `--help` and the docs.
    package static let topics = ownTopics + moduleTopics

    private static let ownTopics: [Topic] = [
        Topic("Database", [Entry(databaseURL), Entry(cells).notOfUp, Entry(data), Entry(share)]),
        Topic("Logs and shutdown", [Entry(log), Entry(logLevel), Entry(shutdownGrace)]),
        Topic(
            "Address and connections",
            readBy: .serve,
            [
                Entry(host), Entry(port), Entry(metricsAddress), Entry(trustedProxies),
                Entry(connectionsPerAddress), Entry(headerLimit), Entry(headerTimeout), Entry(idleTimeout),
                Entry(progressTimeout), Entry(slowestRate), Entry(rateWindow), Entry(showsTenants),
            ]
        ),
        Topic(
            "Capacity of a front",
            readBy: .serve,
            [
                Entry(loops), Entry(databaseReaders), Entry(databaseWriters), Entry(databaseTransactions),
                Entry(searches), Entry(hashQueue), Entry(photoWorkers), Entry(bodyMemory),
                Entry(answerMemory), Entry(sockets),
            ]
        ),
        Topic(
            "Passwords and throttles",
            readBy: .serve,
            [
                Entry(passwordMemory), Entry(passwordIterations), Entry(passwordParallelism),
                Entry(loginFailures), Entry(registerLimit), Entry(resetLimit),
            ]
        ),
        Topic(
            "Worker",
            readBy: .work,
            [Entry(workerAddress), Entry(jobConcurrency), Entry(workerTransactions)]
        ),
        Topic("Mail", readBy: .work, mailEntries),
        Topic("Addresses that tenants set", [Entry(webhookAddresses), Entry(httpsCertificates)]),
    ]

    package static let entries = topics.flatMap(\.entries)

    /// Settings that `up` passes to the processes it starts; not for operators.
    package static let internalEntries = [Entry(workerDefaultAddress), Entry(instance)]
}
