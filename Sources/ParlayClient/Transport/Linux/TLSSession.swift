#if os(Linux)
internal import COpenSSL
internal import Glibc

/// TLS of one socket: the server's certificate must lead to a trust anchor and name the host.
///
/// Owns its `SSL` and `SSL_CTX`, and is used by one thread. `SSL_write` can raise SIGPIPE: the thread blocks it.
@safe final class TLSSession {
    private let context: OpaquePointer
    private let session: OpaquePointer
    private let host: String

    /// - Parameter anchors: a file of certificates in PEM form that are trusted in addition to the system's.
    init(host: String, socket: Int32, anchors: String?) throws(WebSocketError) {
        self.host = host
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw Self.failure("TLS") }
        guard let session = unsafe SSL_new(context) else {
            unsafe SSL_CTX_free(context)
            throw Self.failure("TLS")
        }
        unsafe self.context = context
        unsafe self.session = session
        unsafe SSL_set_verify(session, SSL_VERIFY_PEER, nil)
        unsafe parlay_tls_let_writes_move(session)
        guard unsafe parlay_tls_require_1_2(context) == 1,
            unsafe SSL_CTX_set_default_verify_paths(context) == 1
        else { throw Self.failure("TLS") }
        if let anchors, unsafe SSL_CTX_load_verify_locations(context, anchors, nil) != 1 {
            throw Self.failure("the certificates in \(anchors)")
        }
        try name(host)
        guard unsafe SSL_set_fd(session, socket) == 1 else { throw Self.failure("TLS") }
    }

    deinit {
        unsafe SSL_free(session)
        unsafe SSL_CTX_free(context)
    }

    /// The certificate must be for this name, or for this address.
    private func name(_ host: String) throws(WebSocketError) {
        let isAddress = host.contains(":") || host.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        let code: Int32
        if isAddress {
            code = unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host)
        } else {
            unsafe SSL_set_hostflags(session, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            code = unsafe SSL_set1_host(session, host) == 1 ? parlay_tls_set_server_name(session, host) : 0
        }
        guard code == 1 else { throw Self.failure("the host name \(host)") }
    }

    /// What to wait for before calling again; `nil` when the handshake is complete.
    func handshake() throws(WebSocketError) -> Int32? {
        ERR_clear_error()
        let code = unsafe SSL_connect(session)
        if code == 1 { return nil }
        if let events = events(after: code) { return events }
        let verdict = unsafe SSL_get_verify_result(session)
        guard verdict == Int(X509_V_OK) else {
            let reason = unsafe String(cString: X509_verify_cert_error_string(verdict))
            throw .failed(.other("The certificate of \(host) is not trusted: \(reason)."))
        }
        throw .failed(.connectionLost("TLS with \(host): \(Self.error())"))
    }

    func read(_ buffer: inout [UInt8]) -> SocketChannel.Result {
        ERR_clear_error()
        let count = unsafe SSL_read(session, &buffer, Int32(buffer.count))
        if count > 0 { return .done(Int(count)) }
        if let events = events(after: count) { return .wait(events) }
        return unsafe SSL_get_error(session, count) == SSL_ERROR_ZERO_RETURN ? .end : .failed(Self.error())
    }

    /// Sends all of it or nothing.
    func write(_ bytes: [UInt8]) -> SocketChannel.Result {
        ERR_clear_error()
        let count = unsafe SSL_write(session, bytes, Int32(bytes.count))
        if count > 0 { return .done(Int(count)) }
        return events(after: count).map { .wait($0) } ?? .failed(Self.error())
    }

    private func events(after code: Int32) -> Int32? {
        switch unsafe SSL_get_error(session, code) {
        case SSL_ERROR_WANT_READ: POLLIN
        case SSL_ERROR_WANT_WRITE: POLLOUT
        default: nil
        }
    }

    private static func failure(_ subject: String) -> WebSocketError {
        .failed(.other("\(subject): \(error())"))
    }

    private static func error() -> String {
        let code = ERR_get_error()
        guard code != 0, let reason = unsafe ERR_reason_error_string(code) else {
            return "the connection ended"
        }
        return unsafe String(cString: reason)
    }
}
#endif
