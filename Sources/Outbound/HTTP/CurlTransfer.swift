internal import CCurl
internal import ParlayAPI
internal import Reactor

/// One request under way. Owns the easy handle and its lists of headers and frees them once; the handle is in no multi
/// handle any more by then. Lives on its client's loop.
@safe final class CurlTransfer {
    typealias Result = Swift.Result<OutboundResponse, HTTPClientError>

    /// Bytes of header lines, all hops together.
    private static let headerLimit = 128 * 1024

    let easy: UnsafeMutableRawPointer
    /// Distinguishes the easy handle from others.
    var handle: Int { Int(bitPattern: unsafe easy) }
    private let headerList: UnsafeMutablePointer<curl_slist>?
    private let resolveList: UnsafeMutablePointer<curl_slist>?
    private let request: OutboundRequest
    private let addresses: AddressRule
    private let done: (Result) -> Void

    private var headers: [(name: String, value: String)] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var hasOverflown = false
    private var wasBlocked = false

    init(
        _ request: OutboundRequest,
        addresses: AddressRule,
        resolving: [String],
        trusting certificates: String?,
        done: @escaping (Result) -> Void
    ) throws(HTTPClientError) {
        guard let easy = unsafe curl_easy_init() else { throw .badRequest("out of memory") }
        unsafe self.easy = easy
        self.request = request
        self.addresses = addresses
        self.done = done
        // No body waits for "100 Continue".
        let lines =
            ["Expect:"] + request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        unsafe headerList = Self.list(lines)
        unsafe resolveList = Self.list(resolving)
        try Self.check(request)
        var code = configure()
        if let certificates, code == CURLE_OK { code = unsafe parlay_http_trust(easy, certificates) }
        guard code == CURLE_OK else { throw .badRequest(Self.text(of: code)) }
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(headerList)
        unsafe curl_slist_free_all(resolveList)
    }

    private static func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            // The list is kept as it was when there is no memory for one more.
            if let longer = unsafe curl_slist_append(list, line) { unsafe list = longer }
        }
        return unsafe list
    }

    /// A line break in a header would be a second header.
    private static func check(_ request: OutboundRequest) throws(HTTPClientError) {
        guard let url = OutboundURL(request.url) else {
            throw .badRequest("the URL is not absolute http or https")
        }
        guard !url.hasCredentials else { throw .badRequest("the URL contains a username") }
        for (name, value) in request.headers {
            let isToken = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
            guard isToken, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .badRequest("the header \(name.prefix(40)) holds a control character")
            }
        }
    }

    private func configure() -> CURLcode {
        var options = unsafe parlay_http_options()
        let body = request.body ?? []
        return unsafe request.url.withCString { url in
            unsafe request.method.rawValue.withCString { method in
                unsafe body.withUnsafeBytes { bytes in
                    unsafe options.url = url
                    unsafe options.method = method
                    // An empty body is one too, and must not be a null pointer.
                    unsafe options.body =
                        request.body == nil ? nil : bytes.baseAddress ?? UnsafeRawPointer(url)
                    unsafe options.body_length = bytes.count
                    unsafe options.headers = headerList
                    unsafe options.resolve = resolveList
                    unsafe options.timeout_ms = Self.milliseconds(request.timeout)
                    unsafe options.connect_timeout_ms = Self.milliseconds(request.connectTimeout)
                    unsafe options.redirects = request.redirects
                    unsafe options.is_head = request.method == .head ? 1 : 0
                    unsafe options.decompresses = request.decompresses ? 1 : 0
                    unsafe options.multiplexes = request.multiplexes ? 1 : 0
                    unsafe options.context = Unmanaged.passUnretained(self).toOpaque()
                    unsafe options.on_header = { unsafe CurlTransfer.of($3).receiveHeader($0, $1 * $2) }
                    unsafe options.on_body = { unsafe CurlTransfer.of($3).receiveBody($0, $1 * $2) }
                    unsafe options.open_socket = { unsafe CurlTransfer.of($0).openSocket($2) }
                    return unsafe parlay_http_configure(easy, &options)
                }
            }
        }
    }

    /// At least 1: to libcurl, 0 is no limit.
    private static func milliseconds(_ duration: Duration) -> Int {
        Int(max(1, min(duration.milliseconds, 1_000_000_000)))
    }

    // MARK: Called by libcurl, on the loop

    /// libcurl calls back with what `configure` gave it; the transfer outlives its handle's stay in the multi handle.
    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
        guard let context = unsafe context else { preconditionFailure("libcurl lost its context") }
        return unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func receiveHeader(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        headerBytes += count
        guard headerBytes <= Self.headerLimit else {
            hasOverflown = true
            return 0
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // Another hop, or the final answer after an interim one.
            headers.removeAll()
        } else if let colon = line.firstIndex(of: ":") {
            var value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            while let last = value.last, last.isWhitespace { value.removeLast() }
            headers.append((String(line[..<colon]), String(value)))
        }
        return count
    }

    private func receiveBody(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let room = request.bodyLimit - body.count
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: min(count, room))
        unsafe body.append(contentsOf: bytes)
        guard count <= room else {
            hasOverflown = true
            return 0
        }
        return count
    }

    private func openSocket(_ peer: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        guard let peer = unsafe peer else { return CURL_SOCKET_BAD }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = Int(unsafe parlay_http_peer(peer, &bytes))
        guard addresses.permits(Array(bytes.prefix(count))) else {
            wasBlocked = true
            return CURL_SOCKET_BAD
        }
        return unsafe parlay_http_open(peer)
    }

    // MARK: The end

    func finish(_ code: CURLcode) {
        if code == CURLE_OK
            || code == CURLE_WRITE_ERROR && hasOverflown && request.overflow == .truncate
                && headerBytes <= Self.headerLimit
        {
            let asked = Int64(clamping: unsafe parlay_http_retry_after(easy))
            let wait = ReceivedNumber.clamped(asked, to: ReceivedNumber.seconds)
            done(
                .success(
                    OutboundResponse(
                        status: unsafe parlay_http_status(easy),
                        headers: headers,
                        body: body,
                        isTruncated: hasOverflown,
                        retryAfter: wait > 0 ? wait : nil
                    )
                )
            )
        } else {
            done(.failure(error(of: code)))
        }
    }

    func fail(_ error: HTTPClientError) { done(.failure(error)) }

    private func error(of code: CURLcode) -> HTTPClientError {
        switch code {
        case CURLE_WRITE_ERROR where hasOverflown: .tooLarge(limit: request.bodyLimit)
        case CURLE_COULDNT_RESOLVE_HOST: .resolve
        case CURLE_COULDNT_CONNECT: wasBlocked ? .blockedAddress : .connect
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .tls(Self.text(of: code))
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
            .badRequest(Self.text(of: code))
        default: .broken(Self.text(of: code))
        }
    }

    private static func text(of code: CURLcode) -> String { unsafe String(cString: curl_easy_strerror(code)) }
}
