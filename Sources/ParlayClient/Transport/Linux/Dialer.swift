#if os(Linux)
internal import Glibc

/// Connects to a host by TCP: to all of its addresses in the system's order, each a little later than the one before, until
/// the first answers (RFC 8305, section 5).
struct Dialer {
    /// The pause before the next address is tried as well.
    private static let stagger = Duration.milliseconds(250)

    private struct Address {
        var family: Int32
        var bytes: [UInt8]
    }

    let poll: SocketPoll
    let deadline: ContinuousClock.Instant

    /// A connected socket, which does not block. The caller closes it.
    func connect(host: String, port: UInt16) throws(WebSocketError) -> Int32 {
        var addresses = try Self.addresses(host, port)[...]
        var sockets: [pollfd] = []
        defer { for socket in sockets { close(socket.fd) } }
        var failure = "no address"
        var next = ContinuousClock.now
        while true {
            if !addresses.isEmpty, sockets.isEmpty || ContinuousClock.now >= next {
                switch Self.begin(addresses.removeFirst()) {
                case .success(let socket):
                    sockets.append(pollfd(fd: socket, events: Int16(POLLOUT), revents: 0))
                case .failure(let error): failure = error.reason
                }
                next = .now + Self.stagger
                continue
            }
            guard !sockets.isEmpty else { throw .failed(.unreachable("\(host): \(failure)")) }
            let result = poll.wait(for: &sockets, until: addresses.isEmpty ? deadline : min(next, deadline))
            if ContinuousClock.now >= deadline || result == .woken { try poll.check(result) }
            for index in sockets.indices.reversed() where sockets[index].revents != 0 {
                let socket = sockets.remove(at: index).fd
                guard let error = Self.error(of: socket) else { return socket }
                failure = error
                close(socket)
                next = .now
            }
        }
    }

    private struct Failure: Error {
        let reason: String
    }

    private static func begin(_ address: Address) -> Result<Int32, Failure> {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let socket = Glibc.socket(address.family, type, 0)
        guard socket >= 0 else { return .failure(Failure(reason: text(errno))) }
        let code = unsafe address.bytes.withUnsafeBytes { raw in
            unsafe Glibc.connect(
                socket,
                raw.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(raw.count)
            )
        }
        guard code == 0 || errno == EINPROGRESS else {
            defer { close(socket) }
            return .failure(Failure(reason: text(errno)))
        }
        return .success(socket)
    }

    /// What a connection that was begun has come to; `nil` if it is made.
    private static func error(of socket: Int32) -> String? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return text(errno) }
        return code == 0 ? nil : text(code)
    }

    /// Asks the system's resolver, which blocks.
    private static func addresses(_ host: String, _ port: UInt16) throws(WebSocketError) -> [Address] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &found)
        guard code == 0 else {
            throw .failed(.unreachable("\(host): \(unsafe String(cString: gai_strerror(code)))"))
        }
        defer { unsafe freeaddrinfo(found) }
        var addresses: [Address] = []
        var entry = unsafe found
        while let present = unsafe entry {
            let raw = unsafe UnsafeRawBufferPointer(
                start: present.pointee.ai_addr,
                count: Int(present.pointee.ai_addrlen)
            )
            addresses.append(Address(family: unsafe present.pointee.ai_family, bytes: unsafe Array(raw)))
            unsafe entry = present.pointee.ai_next
        }
        return addresses
    }

    private static func text(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
#endif
