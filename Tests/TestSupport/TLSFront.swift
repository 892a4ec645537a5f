internal import Cluster
internal import FoundationEssentials
internal import Glibc

/// A front that ends TLS in a process of its own, for one test. See `tls_front.py`.
package final class TLSFront: Sendable {
    package let port: UInt16
    /// Signed by itself, so that nobody trusts it who was not told.
    package let certificate: String
    private let process: ChildProcess
    private let output: String

    /// - Parameter server: the port of what it is the front of.
    package init(of server: UInt16) async throws {
        let directory = "/tmp/parlay-tls-\(getpid())-\(UUID().uuidString.prefix(8))"
        certificate = "\(directory)/certificate.pem"
        output = "\(directory)/out"
        (process, port) = try await blocking { [certificate] in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
            let key = "\(directory)/key.pem"
            try MailServer.makeCertificate(certificate, key)
            let arguments = [certificate, key, "\(server)"]
            let front = try PythonServer(PackageResources.tls_front_py, arguments, in: directory)
            return (front.process, front.port)
        }
    }

    deinit { process.signal(SIGTERM) }

    package var url: String { "https://127.0.0.1:\(port)" }

    /// On how many connections something came, and was passed on.
    package var connections: Int {
        get throws { try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").count - 1 }
    }
}
