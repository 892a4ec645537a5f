internal import CLinux
internal import Console
internal import Database
internal import HTTPServer
internal import Outbound
internal import Reactor
internal import Tenancy

extension Doctor {
    /// What the doctor measures outside of the database. Tests replace parts of it, so that the checks themselves run.
    struct Machine: Sendable {
        /// Milliseconds since 1970.
        var clock: @Sendable () -> Int64 = { WallClock.milliseconds }
        /// The percentage of a file system that is free; `nil` if that is unknown.
        var freeSpace: @Sendable (_ path: String) -> Double? = { path in
            let percentage = unsafe parlay_free_percentage(path)
            return percentage < 0 ? nil : percentage
        }
        /// On the file system of this program's own files.
        var directory = "."
        /// Zones that every copy of the time zone data has.
        var timeZones = ["America/New_York", "Asia/Tokyo", "Europe/Berlin"]
    }

    mutating func examineSpace(_ machine: Machine, _ subject: String, _ path: String) {
        guard let free = machine.freeSpace(path) else {
            return note(.warning, subject, "the free space at \(path) is unknown")
        }
        let percentage = "\(Int(free)) % of the file system of \(path) is free"
        note(
            free < 10 ? .bad : .good,
            subject,
            free < 10 ? "only \(percentage); delete or move files, or enlarge it" : percentage
        )
    }

    /// The database's disk, if the server is on this machine and the role may know where its files are.
    mutating func examineDataDirectory(_ connection: BlockingConnection, _ machine: Machine) throws {
        let found = try connection.query(Self.dataDirectory()).one
        guard found.isLocal, !found.path.isEmpty, machine.freeSpace(found.path) != nil else {
            return note(
                .warning,
                "disk of the database",
                "unknown, because the server is on another machine or this role may not know its directory; watch"
                    + " it there"
            )
        }
        examineSpace(machine, "disk of the database", found.path)
    }

    /// Encoding and locale: without them, searches and comparisons that ignore case know ASCII letters only.
    mutating func examineText(_ connection: BlockingConnection) throws {
        let facts = try connection.query(Self.text()).one
        let remedy =
            "dump it and restore it into a new one: create database NAME template template0 encoding 'UTF8' locale"
            + " 'C.UTF-8'"
        guard facts.encoding == "UTF8" else {
            return note(
                .bad,
                "encoding",
                "the database has \(facts.encoding), which cannot hold all text; \(remedy)"
            )
        }
        guard try connection.query(Self.lowerCase()).one else {
            return note(
                .bad,
                "locale",
                "with \(facts.locale), the database knows no upper and lower case beyond ASCII; \(remedy)"
            )
        }
        note(.good, "encoding and locale", "\(facts.encoding), \(facts.locale)")
    }

    mutating func examineTimeZones(_ connection: BlockingConnection, _ names: [String]) throws {
        let unknown = try connection.query(Self.unknownTimeZones(.texts(names))).all
        if unknown.isEmpty { return note(.good, "time zones", "the database knows them") }
        note(
            .bad,
            "time zones",
            "the database does not know \(unknown.joined(separator: ", ")); install time zone data on its machine"
                + " (Debian: `tzdata`) and restart it"
        )
    }

    /// - Parameter oldest: seconds for which the earliest waiting job has been due.
    mutating func examineJobs(_ oldest: Double) {
        guard oldest > 60 else { return note(.good, "worker", "no job has waited for over a minute") }
        note(
            .bad,
            "worker",
            "the oldest due job has waited for \(Int(oldest)) s: no worker runs, or they cannot keep up. Start"
                + " `parlay work`, or one more"
        )
    }

    mutating func examineWeakSettings() {
        let weaknesses = configuration.weaknesses
        for sentence in weaknesses { note(.bad, "weak setting", sentence) }
        if weaknesses.isEmpty { note(.good, "security settings", "none is weak") }
        if configuration[Configuration.webhookAddresses] == .any {
            note(
                .warning,
                "webhooks",
                "PARLAY_WEBHOOK_PRIVATE is allow: admins of tenants can reach servers of your network"
            )
        }
    }
}

extension Configuration {
    /// Settings that weaken the security of an installation, a sentence each that says what to do.
    var weaknesses: [String] {
        var sentences: [String] = []
        // The weakest of what OWASP's Password Storage Cheat Sheet accepts is 7 MiB with five iterations.
        let cost = self[Self.passwordMemory] * self[Self.passwordIterations]
        if self[Self.passwordMemory] < 7168 || cost < 5 * 7168 {
            sentences.append(
                "PARLAY_PASSWORD_MEMORY_KIB and PARLAY_PASSWORD_ITERATIONS make stolen password hashes cheap to guess;"
                    + " use at least 19456 and 2, the defaults"
            )
        }
        let everybody = self[Self.trustedProxies].filter { $0.description.hasSuffix("/0") }
        if !everybody.isEmpty {
            sentences.append(
                "PARLAY_TRUSTED_PROXIES trusts everyone (\(everybody.map(\.description).joined(separator: ", "))), so"
                    + " clients can make up their addresses; name only your proxies"
            )
        }
        let url = self[Self.publicURL]
        let isLocal = ["127.0.0.1", "localhost", "[::1]"].contains { host in
            url == "http://\(host)" || url.hasPrefix("http://\(host):")
        }
        if url.hasPrefix("http://"), !isLocal {
            sentences.append(
                "PARLAY_PUBLIC_URL is not https, so passwords and tokens travel unencrypted; put a proxy with TLS in"
                    + " front"
            )
        }
        if self[Self.smtpTLS] != "required", !self[Self.smtpURL].isEmpty, !isLoopback(self[Self.smtpURL]) {
            sentences.append(
                "PARLAY_SMTP_TLS is \(self[Self.smtpTLS]), so mail and the login may travel unencrypted; set it to"
                    + " required"
            )
        }
        return sentences
    }

    private func isLoopback(_ url: String) -> Bool {
        ["//127.0.0.1", "//localhost", "//[::1]"].contains { url.contains($0 + ":") || url.hasSuffix($0) }
    }
}
