internal import CCurl
package import Reactor

/// Sends mail to a server, with one connection each, on threads that may block.
package struct SMTPClient: Sendable {
    package let server: SMTPServer
    private let pool: BlockingPool

    package init(_ server: SMTPServer, pool: BlockingPool) {
        self.server = server
        self.pool = pool
    }

    /// Returns when the server has accepted the mail.
    ///
    /// - Throws: `SMTPError`, or `ReactorError.poolFull`.
    package func send(_ message: MailMessage) async throws {
        let (from, to, source) = (message.from.address, message.to.address, message.source)
        try await pool.run { [server] in
            try SMTPTransfer(server).send(Array(source.utf8), from: from, to: to)
        }
    }

    /// Connects and logs in, and sends nothing. Blocks.
    package static func check(_ server: SMTPServer) throws(SMTPError) { try SMTPTransfer(server).connect() }
}

/// One SMTP session. Owns libcurl's handle.
@safe private struct SMTPTransfer: ~Copyable {
    private let raw: UnsafeMutableRawPointer
    private let server: SMTPServer

    init(_ server: SMTPServer) throws(SMTPError) {
        guard OutboundLibrary.isReady, let raw = unsafe curl_easy_init() else {
            throw .unavailable("libcurl cannot be used")
        }
        unsafe self.raw = raw
        self.server = server
        set(CURLOPT_URL, server.url)
        set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        // Threads and signals do not mix: without this, libcurl uses SIGALRM for timeouts of name resolution.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_TIMEOUT, server.timeout)
        set(CURLOPT_CONNECTTIMEOUT, min(15, server.timeout))
        set(CURLOPT_SERVER_RESPONSE_TIMEOUT, server.timeout)
        // libcurl would take a proxy from the environment.
        set(CURLOPT_PROXY, "")
        let mode = server.encryption == .required ? CURLUSESSL_ALL : CURLUSESSL_TRY
        set(CURLOPT_USE_SSL, Int(mode.rawValue))
        if let file = server.trustedCertificates { set(CURLOPT_CAINFO, file) }
        if let login = server.login {
            set(CURLOPT_USERNAME, login.user)
            set(CURLOPT_PASSWORD, login.password)
        }
    }

    deinit { unsafe curl_easy_cleanup(raw) }

    private func set(_ option: CURLoption, _ text: String) {
        _ = unsafe parlay_curl_set_text(raw, option, text)
    }
    private func set(_ option: CURLoption, _ number: Int) {
        _ = unsafe parlay_curl_set_number(raw, option, number)
    }

    func connect() throws(SMTPError) {
        set(CURLOPT_CONNECT_ONLY, 1)
        let code = unsafe curl_easy_perform(raw)
        guard code == CURLE_OK else { throw error(code, hasSentContent: false) }
    }

    func send(_ message: [UInt8], from: String, to: String) throws(SMTPError) {
        guard let recipients = unsafe curl_slist_append(nil, "<\(to)>") else {
            throw .unavailable("no memory")
        }
        defer { unsafe curl_slist_free_all(recipients) }
        set(CURLOPT_MAIL_FROM, "<\(from)>")
        _ = unsafe parlay_curl_set_recipients(raw, recipients)
        set(CURLOPT_UPLOAD, 1)
        var code = CURLE_OK
        var isBegun = false
        unsafe message.withUnsafeBytes { bytes in
            var rest = unsafe bytes[...]
            unsafe withUnsafeMutablePointer(to: &rest) { rest in
                _ = unsafe parlay_curl_set_reader(raw, Self.read, rest)
                code = unsafe curl_easy_perform(raw)
                isBegun = unsafe rest.pointee.count < bytes.count
            }
        }
        guard code == CURLE_OK else { throw error(code, hasSentContent: isBegun) }
    }

    /// Gives libcurl the next bytes. `context` is the remaining slice; it lives as long as the transfer.
    private static let read: parlay_curl_reader = { buffer, size, count, context in
        guard let rest = unsafe context?.assumingMemoryBound(to: Slice<UnsafeRawBufferPointer>.self),
            let buffer = unsafe buffer
        else { return 0 }
        let bytes = unsafe rest.pointee.prefix(size * count)
        guard let start = unsafe UnsafeRawBufferPointer(rebasing: bytes).baseAddress else { return 0 }
        unsafe UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: bytes.count)
        unsafe rest.pointee = unsafe rest.pointee.dropFirst(bytes.count)
        return unsafe bytes.count
    }

    private func error(_ code: CURLcode, hasSentContent: Bool) -> SMTPError {
        let reply = Int(unsafe parlay_curl_response_code(raw))
        switch (reply, code) {
        case (530, _), (534, _), (535, _), (538, _), (500..., CURLE_LOGIN_DENIED):
            return .loginRefused(code: reply)
        // libcurl reports this if a command of the mail is refused. Other 5xx replies before the content concern the
        // server and not the mail: a greeting of 554, or no STARTTLS.
        case (500..., CURLE_SEND_ERROR): return .refused(code: reply)
        case (500..., _) where hasSentContent: return .refused(code: reply)
        case (400..., _): return .postponed(code: reply)
        default: return .unavailable(unsafe String(cString: curl_easy_strerror(code)))
        }
    }
}
