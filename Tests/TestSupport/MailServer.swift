internal import Cluster
internal import FoundationEssentials
internal import Glibc
internal import ParlayAPI

/// An SMTP server of its own process, for one test. See `smtp_server.py` for what it does with which recipient.
package final class MailServer: Sendable {
    /// What it does beside taking mail on an open port.
    package struct Options: Sendable {
        package enum Encryption: Sendable { case none, startTLS, tls }
        package var encryption = Encryption.none
        package var login: (user: String, password: String)?
        /// Takes connections and never says a word.
        package var isSilent = false

        package init(
            _ encryption: Encryption = .none,
            login: (user: String, password: String)? = nil,
            isSilent: Bool = false
        ) {
            self.encryption = encryption
            self.login = login
            self.isSilent = isSilent
        }
    }

    package struct Message: Sendable {
        package let from: String
        package let to: String
        package let isEncrypted: Bool
        package let user: String?
        /// With lines that end in CR LF.
        package let source: String

        /// A header's value, unfolded.
        package func header(_ name: String) -> String? {
            let head = (source.split(separator: "\r\n\r\n").first ?? "").replacing("\r\n ", with: " ")
            return head.split(separator: "\r\n").first { $0.hasPrefix("\(name): ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    package let port: UInt16
    /// The throw-away certificate that its own is signed by: itself.
    package let certificate: String
    private let process: ChildProcess
    private let output: String

    package init(_ options: Options = Options()) async throws {
        let directory = "/tmp/parlay-mail-\(getpid())-\(UUID().uuidString.prefix(8))"
        certificate = "\(directory)/certificate.pem"
        output = "\(directory)/out"
        (process, port) = try await blocking { [certificate] in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
            let key = "\(directory)/key.pem"
            var arguments: [String] = []
            if options.encryption != .none {
                try Self.makeCertificate(certificate, key)
                arguments += [options.encryption == .tls ? "--tls" : "--starttls", certificate, key]
            }
            if let login = options.login { arguments += ["--login", login.user, login.password] }
            if options.isSilent { arguments.append("--silent") }
            let server = try PythonServer(PackageResources.smtp_server_py, arguments, in: directory)
            return (server.process, server.port)
        }
    }

    deinit { process.signal(SIGTERM) }

    package var url: String { "smtp://127.0.0.1:\(port)" }
    package var encryptedURL: String { "smtps://127.0.0.1:\(port)" }

    /// The messages that it took, in their order.
    package var messages: [Message] {
        get throws {
            try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").dropFirst().compactMap
            { line in
                // The last line may be under way.
                guard let object = try? JSONParser.parseObject(Array(line.utf8)) else { return nil }
                let value = JSONValue.object(object)
                guard case .array(let recipients)? = value["to"] else { return nil }
                return Message(
                    from: value["from"]?.text ?? "",
                    to: recipients.first?.text ?? "",
                    isEncrypted: value["tls"] == .bool(true),
                    user: value["user"]?.text,
                    source: value["source"]?.text ?? ""
                )
            }
        }
    }

    /// For 127.0.0.1, signed by itself.
    static func makeCertificate(_ certificate: String, _ key: String) throws {
        var command = ChildProcess.Command(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ]
        )
        command.environment = ["PATH": "/usr/bin:/bin", "HOME": "/tmp"]
        let result = try ChildProcess.run(command)
        guard result.exit == .code(0) else { throw MailServerError.notStarted(result.output) }
    }
}

package enum MailServerError: Error { case notStarted(String) }
