#if os(Linux)
import COpenSSL
import Foundation

/// A self-signed certificate of a test server, made by `openssl`.
@safe final class TestCertificate: Sendable {
    /// In PEM form.
    let file: String
    private let folder: URL
    private let key: String

    /// - Parameter names: such as `DNS:localhost`.
    init(_ names: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "certificate.pem").path
        key = folder.appending(path: "key.pem").path
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/openssl")
        program.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2",
            "-subj", "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", key, "-out", file,
        ]
        program.standardError = FileHandle.nullDevice
        try program.run()
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw SocketPeer.Failure(description: "openssl") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func session(on socket: Int32) throws -> Session {
        try Session(socket, certificate: file, key: key)
    }

    /// The server's side of TLS. Owns its `SSL` and `SSL_CTX`; used by the thread of its peer.
    @safe final class Session {
        private let context: OpaquePointer
        private let session: OpaquePointer

        fileprivate init(_ socket: Int32, certificate: String, key: String) throws {
            guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
                throw SocketPeer.Failure(description: "TLS")
            }
            unsafe SSL_CTX_use_certificate_file(context, certificate, SSL_FILETYPE_PEM)
            unsafe SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM)
            guard let session = unsafe SSL_new(context) else {
                unsafe SSL_CTX_free(context)
                throw SocketPeer.Failure(description: "TLS")
            }
            unsafe self.context = context
            unsafe self.session = session
            guard unsafe SSL_set_fd(session, socket) == 1, unsafe SSL_accept(session) == 1 else {
                throw SocketPeer.Failure(description: "the client refuses the certificate")
            }
        }

        deinit {
            unsafe SSL_free(session)
            unsafe SSL_CTX_free(context)
        }

        /// The name that the client asked for.
        var serverName: String? {
            unsafe SSL_get_servername(session, TLSEXT_NAMETYPE_host_name).map { unsafe String(cString: $0) }
        }

        func send(_ bytes: [UInt8]) throws {
            guard unsafe SSL_write(session, bytes, Int32(bytes.count)) == bytes.count else {
                throw SocketPeer.Failure(description: "send")
            }
        }

        func receive(_ byte: inout UInt8) -> Int { Int(unsafe SSL_read(session, &byte, 1)) }
    }
}
#endif
