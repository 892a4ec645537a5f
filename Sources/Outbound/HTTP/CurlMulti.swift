internal import CCurl
internal import Reactor

/// `curl_global_init`, once in the process; libcurl 7.84 and later lets several threads come here together.
enum CurlGlobal {
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// libcurl's multi handle driven by an event loop (libcurl manual, "MULTI_SOCKET"): libcurl says which descriptors and
/// which timeout it waits for, and is informed what became ready. Owns the handle and frees it once. Lives on its loop.
@safe final class CurlMulti {
    private let loop: EventLoop
    private let addresses: AddressRule
    private let resolving: [String]
    private let certificates: String?
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UInt64: CurlTransfer] = [:]
    /// By the address of the easy handle.
    private var ids: [Int: UInt64] = [:]
    private var watched: [curl_socket_t: EventLoop.Registration] = [:]
    private var timer: TimerID?
    private var isClosed = false

    init(
        on loop: EventLoop,
        addresses: AddressRule,
        resolving: [String],
        trusting certificates: String?
    ) throws(HTTPClientError) {
        guard CurlGlobal.isReady, let multi = unsafe curl_multi_init() else {
            throw .badRequest("out of memory")
        }
        self.loop = loop
        self.addresses = addresses
        self.resolving = resolving
        self.certificates = certificates
        unsafe self.multi = multi
        // Unretained: `close` takes the handle out of service before this object goes.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let code = unsafe parlay_http_callbacks(
            multi,
            { _, socket, action, context, _ in
                unsafe CurlMulti.of(context)?.watch(socket, action)
                return 0
            },
            { _, milliseconds, context in
                unsafe CurlMulti.of(context)?.setTimer(milliseconds)
                return 0
            },
            context
        )
        guard code == CURLM_OK, unsafe parlay_http_keep(multi, 64) == CURLM_OK else {
            isClosed = true
            unsafe curl_multi_cleanup(multi)
            throw .badRequest("libcurl takes no callbacks")
        }
    }

    deinit {
        // `HTTPClient` closes when it goes, and this object lives until that is done on the loop.
        assert(isClosed, "a client's libcurl handle was not closed")
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue()
    }

    var transferCount: Int { transfers.count }
    var socketCount: Int { watched.count }

    // MARK: Requests

    func start(_ id: UInt64, _ request: OutboundRequest, done: @escaping (CurlTransfer.Result) -> Void) {
        guard !isClosed else { return done(.failure(.cancelled)) }
        let transfer: CurlTransfer
        do {
            transfer = try CurlTransfer(
                request,
                addresses: addresses,
                resolving: resolving,
                trusting: certificates,
                done: done
            )
        } catch {
            return done(.failure(error))
        }
        guard unsafe curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
            return done(.failure(.broken("libcurl takes no more requests")))
        }
        transfers[id] = transfer
        ids[transfer.handle] = id
    }

    func cancel(_ id: UInt64) { remove(id)?.fail(.cancelled) }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        for id in transfers.keys.sorted() { remove(id)?.fail(.cancelled) }
        // Closes the kept connections too, and may call back for the last time. The handle is not touched any more.
        unsafe curl_multi_cleanup(multi)
        if let timer { loop.cancel(timer) }
        timer = nil
        for registration in watched.values { loop.remove(registration) }
        watched.removeAll()
    }

    private func remove(_ id: UInt64) -> CurlTransfer? {
        guard let transfer = transfers.removeValue(forKey: id) else { return nil }
        ids[transfer.handle] = nil
        unsafe curl_multi_remove_handle(multi, transfer.easy)
        return transfer
    }

    // MARK: What libcurl waits for

    /// The descriptor is registered again each time: its number may be another socket's by now.
    private func watch(_ socket: curl_socket_t, _ action: Int32) {
        if let registration = watched.removeValue(forKey: socket) { loop.remove(registration) }
        let interest: EventLoop.Readiness =
            switch action {
            case CURL_POLL_IN: .readable
            case CURL_POLL_OUT: .writable
            case CURL_POLL_INOUT: [.readable, .writable]
            default: []
            }
        guard !interest.isEmpty else { return }
        do {
            watched[socket] = try loop.add(socket, interest) { [weak self] ready in
                self?.act(socket, ready)
            }
        } catch {
            // The kernel is out of memory for epoll; the request ends by its timeout.
        }
    }

    private func act(_ socket: curl_socket_t, _ ready: EventLoop.Readiness) {
        var mask: Int32 = 0
        if ready.contains(.readable) { mask |= CURL_CSELECT_IN }
        if ready.contains(.writable) { mask |= CURL_CSELECT_OUT }
        if !ready.isDisjoint(with: .hangUp) { mask |= CURL_CSELECT_ERR }
        act(socket, mask)
    }

    /// - Parameter milliseconds: negative for no timer.
    private func setTimer(_ milliseconds: Int) {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard milliseconds >= 0 else { return }
        // Also for 0: libcurl must not be entered from its own callback.
        timer = loop.schedule(after: .milliseconds(milliseconds)) { [weak self] in
            guard let self else { return }
            timer = nil
            act(CURL_SOCKET_TIMEOUT, 0)
        }
    }

    private func act(_ socket: curl_socket_t, _ mask: Int32) {
        guard !isClosed else { return }
        var running: Int32 = 0
        unsafe curl_multi_socket_action(multi, socket, mask, &running)
        finishTransfers()
    }

    private func finishTransfers() {
        var ended: [(UInt64, CURLcode)] = []
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle,
                let id = ids[Int(bitPattern: easy)]
            else { continue }
            ended.append((id, unsafe message.pointee.data.result))
        }
        for (id, code) in ended { remove(id)?.finish(code) }
    }
}
