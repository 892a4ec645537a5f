import HTTPServer
import Outbound
import Tenancy
import Testing

@testable import App
@testable import Console

@Suite struct ConfigurationTests {
    private struct Absent: Error, CustomStringConvertible {
        let description = "No such file"
    }

    private static func read(
        _ environment: [String: String],
        _ flags: [String: String] = [:],
        files: [String: String] = [:]
    ) throws -> (configuration: Configuration, unknown: [String]) {
        try Configuration.read(environment: environment, flags: flags) { path in
            guard let text = files[path] else { throw Absent() }
            return text
        }
    }

    private static func mistakes(
        _ environment: [String: String],
        _ flags: [String: String] = [:],
        files: [String: String] = [:]
    ) -> [String] {
        do {
            _ = try read(environment, flags, files: files)
            return []
        } catch {
            return (error as? Configuration.Mistakes)?.sentences ?? ["\(error)"]
        }
    }

    @Test func `without anything said the defaults hold`() throws {
        let (configuration, unknown) = try Self.read(["PATH": "/bin", "HOME": "/root"])
        #expect(configuration[Configuration.port] == 8080)
        #expect(configuration[Configuration.host] == "127.0.0.1")
        #expect(configuration[Configuration.trustedProxies].isEmpty)
        #expect(unknown.isEmpty)
        for entry in Configuration.entries { #expect(configuration.shown(entry).source == .standard) }
    }

    @Test func `trusted proxies are addresses and networks`() throws {
        let variable = "PARLAY_TRUSTED_PROXIES"
        let configuration = try Self.read([variable: "10.0.0.0/8, fd00::/8,192.0.2.1,::ffff:198.51.100.0/120"]
        )
        .configuration
        let proxies = TrustedProxies(configuration[Configuration.trustedProxies])
        for inside in ["10.255.0.1", "fd12::1", "192.0.2.1", "198.51.100.7", "::ffff:10.0.0.1"] {
            #expect(proxies.contains(try #require(PeerAddress(inside))), "\(inside)")
        }
        for outside in ["11.0.0.1", "fe00::1", "192.0.2.2", "198.51.101.7", "::1"] {
            #expect(!proxies.contains(try #require(PeerAddress(outside))), "\(outside)")
        }
        for text in [
            "10.0.0.0/33", "10.1.2.3/8", "10.0.0.0/", "fd00::/129", "10.0.0.1/-1", "10.0.0.1:80", "proxy/8",
            "/8",
        ] {
            #expect(Self.mistakes([variable: text]).count == 1, "\(text)")
        }
    }

    @Test func `a flag beats a file, and both beat the default`() throws {
        let environment = ["PARLAY_PORT": "8081", "PARLAY_HOST_FILE": "/run/host"]
        let files = ["/run/host": "0.0.0.0\n"]
        var configuration = try Self.read(environment, files: files).configuration
        #expect(configuration[Configuration.port] == 8081)
        #expect(configuration[Configuration.host] == "0.0.0.0")
        let flags = ["PARLAY_PORT": "8082", "PARLAY_HOST": "::1"]
        configuration = try Self.read(environment, flags, files: files).configuration
        #expect(configuration[Configuration.port] == 8082)
        #expect(configuration[Configuration.host] == "::1")
        let sources = Configuration.entries.filter { ["PARLAY_PORT", "PARLAY_HOST"].contains($0.variable) }
            .map { configuration.shown($0).source }
        #expect(sources == [.flag, .flag])
    }

    @Test func `an empty variable is as if it were not set`() throws {
        #expect(try Self.read(["PARLAY_PORT": ""]).configuration[Configuration.port] == 8080)
    }

    @Test func `all mistakes are told at once`() {
        let sentences = Self.mistakes(
            [
                "PARLAY_PORT": "99999", "PARLAY_LOOPS": "many", "PARLAY_LOG": "xml",
                "PARLAY_METRICS_ADDR": "9100",
                "PARLAY_TRUSTED_PROXIES": "10.0.0.1, proxy.example", "PARLAY_PROT": "1",
                "DATABASE_URL": "hunter2",
                "PARLAY_DATA_FILE": "/absent", "PARLAY_HOST": "a", "PARLAY_HOST_FILE": "/run/host",
            ],
            files: ["/run/host": "b"]
        )
        #expect(
            sentences == [
                "DATABASE_URL must be a libpq URI such as postgresql://user@host/database",
                "PARLAY_DATA_FILE names /absent, which cannot be read: No such file",
                "PARLAY_LOG is \"xml\" but must be logfmt or json",
                "set PARLAY_HOST or PARLAY_HOST_FILE, not both",
                "PARLAY_PORT is \"99999\" but must be a whole number from 0 to 65535",
                "PARLAY_METRICS_ADDR is \"9100\" but must be host:port",
                "PARLAY_TRUSTED_PROXIES is \"10.0.0.1, proxy.example\" but must be IP addresses and networks separated by commas, such as 10.0.0.0/8,fd00::/8, with no bits set after the prefix",
                "PARLAY_LOOPS is \"many\" but must be a whole number from 0 to 256",
                "PARLAY_PROT is not a setting. Did you mean PARLAY_PORT? `parlay config` lists them all.",
            ]
        )
    }

    @Test func `unknown variables of Parlay are found, those of others and of tests are not`() throws {
        let unknown = try Self.read([
            "PARLAY_PROT": "1", "PARLAY_A": "", "PARLAY_TEST_DATABASE_URL": "x", "PGHOST": "y",
            "XPARLAY_B": "z",
        ]).unknown
        #expect(unknown == ["PARLAY_A", "PARLAY_PROT"])
    }

    @Test func `a file that cannot be read is the one mistake of its setting`() {
        let found = Self.mistakes(["PARLAY_SMTP_USER": "parlay", "PARLAY_SMTP_PASSWORD_FILE": "/absent"])
        #expect(found == ["PARLAY_SMTP_PASSWORD_FILE names /absent, which cannot be read: No such file"])
    }

    @Test func `a setting is suggested only for a name that is near to it`() {
        func suggestion(_ variable: String) -> String? {
            let words = Configuration.unknownSentence(variable).split(separator: " ")
            return words.firstIndex(of: "mean").map { String(words[$0 + 1].dropLast()) }
        }
        #expect(suggestion("PARLAY_PROT") == "PARLAY_PORT")
        #expect(suggestion("PARLAY_LOGLEVEL") == "PARLAY_LOG_LEVEL")
        #expect(suggestion("PARLAY_SMTP_PASWORD_FILE") == "PARLAY_SMTP_PASSWORD_FILE")
        for variable in ["PARLAY_FOO", "PARLAY_X", "PARLAY_", "PARLAY_DEBUG"] {
            #expect(suggestion(variable) == nil, "\(variable)")
        }
    }

    @Test func `a secret is neither shown nor told when it is wrong`() throws {
        let url = "postgresql://parlay:hunter2@db/parlay"
        for (environment, files) in [
            (["DATABASE_URL": url], [:]), (["DATABASE_URL_FILE": "/run/url"], ["/run/url": url + "\n"]),
        ] {
            let configuration = try Self.read(environment, files: files).configuration
            #expect(configuration[Configuration.databaseURL] == url)
            for entry in Configuration.entries {
                #expect(!configuration.shown(entry).value.contains("hunter2"))
            }
        }
        #expect(!Self.mistakes(["DATABASE_URL": "hunter2"]).joined().contains("hunter2"))
    }

    @Test func `settings of mail belong together, and no password is told`() throws {
        let good = [
            "PARLAY_SMTP_URL": "smtp://mail.example.org:587", "PARLAY_SMTP_USER": "parlay",
            "PARLAY_SMTP_PASSWORD_FILE": "/run/smtp", "PARLAY_MAIL_FROM": "Play <play@example.org>",
            "PARLAY_PUBLIC_URL": "https://play.example.org",
        ]
        let configuration = try Self.read(good, files: ["/run/smtp": "hunter2\n"]).configuration
        #expect(configuration.smtpServer?.login?.password == "hunter2")
        #expect(configuration.smtpServer?.encryption == .required)
        for entry in Configuration.entries {
            #expect(!configuration.shown(entry).value.contains("hunter2"))
        }
        #expect(try Self.read([:]).configuration.smtpServer == nil)
        #expect(try Self.read([:]).configuration.linkBase == "http://127.0.0.1:8080")
        #expect(try Self.read(["PARLAY_HOST": "::1"]).configuration.linkBase == "http://[::1]:8080")

        #expect(
            Self.mistakes(["PARLAY_SMTP_URL": "smtp://mail.example.org", "PARLAY_SMTP_USER": "parlay"]) == [
                "set both PARLAY_SMTP_USER and PARLAY_SMTP_PASSWORD, or neither",
                "PARLAY_MAIL_FROM must be set together with PARLAY_SMTP_URL: mail servers refuse mail from parlay@localhost",
                "PARLAY_PUBLIC_URL must be set together with PARLAY_SMTP_URL: links in mail would not work",
            ]
        )
        let wrong = Self.mistakes([
            "PARLAY_SMTP_URL": "smtp://parlay:hunter2@mail.example.org", "PARLAY_MAIL_FROM": "nobody",
            "PARLAY_PUBLIC_URL": "https://play.example.org/path", "PARLAY_SMTP_TLS": "never",
        ])
        #expect(wrong.count == 4)
        #expect(!wrong.joined().contains("hunter2"))
    }

    @Test func `every setting has a flag and a variable of its own and a default that it takes`() {
        let entries = Configuration.entries
        #expect(Set(entries.map(\.variable)).count == entries.count)
        #expect(Set(entries.map(\.flag)).count == entries.count)
        #expect(entries.allSatisfy { $0.flag.hasPrefix("--") && !$0.summary.isEmpty })
        // These mean something by being empty.
        let emptyOnes = [
            "DATABASE_URL", "PARLAY_METRICS_ADDR", "PARLAY_SMTP_URL", "PARLAY_SMTP_USER",
            "PARLAY_SMTP_PASSWORD",
            "PARLAY_SMTP_CA", "PARLAY_HTTPS_CA", "PARLAY_PUBLIC_URL", "PARLAY_IGDB_CLIENT_ID",
            "PARLAY_IGDB_CLIENT_SECRET",
        ]
        for entry in entries where !emptyOnes.contains(entry.variable) {
            #expect(entry.problem(entry.fallback) == nil, "\(entry.variable)")
        }
    }

    @Test(arguments: [
        ("127.0.0.1:9100", "127.0.0.1", 9100), ("[::1]:0", "::1", 0),
        ("metrics.internal:65535", "metrics.internal", 65535),
    ])
    func `a host and a port are read`(_ text: String, _ host: String, _ port: UInt16) {
        #expect(HostAndPort(text)?.host == host)
        #expect(HostAndPort(text)?.port == port)
    }

    @Test(arguments: [
        "", ":", ":9100", "host", "host:", "host:65536", "host:-1", "host: 1", "[]:1", "::1", "[::1:9100",
        "::1:9100",
    ])
    func `what is no host and port is refused`(_ text: String) {
        #expect(HostAndPort(text) == nil)
    }
}
