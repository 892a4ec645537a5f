internal import CLinux
internal import Glibc

package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
    case address(host: String, reason: String)
    case listen(host: String, port: UInt16, reason: String)
    /// Other programs listen there.
    case taken(host: String, port: UInt16, by: [PortHolder])

    package var description: String {
        switch self {
        case .address(let host, let reason): "cannot listen on the host \"\(host)\": \(reason)"
        case .listen(let host, let port, let reason):
            "cannot listen on \(host), port \(port): \(reason)"
        case .taken(let host, let port, let holders):
            "cannot listen on \(host), port \(port): the port is in use"
                + (holders.isEmpty ? "" : " by \(holders.map(\.description).joined(separator: " and "))")
        }
    }
}

/// A listening TCP socket. If it is shared, several loops and processes can listen on its port (SO_REUSEPORT).
package enum ListeningSocket {
    /// Who makes it impossible to listen there alone, as an error; `nil` if the port is free.
    package static func obstacle(host: String, port: UInt16) -> HTTPServerError? {
        do throws(HTTPServerError) {
            close(try open(host: host, port: port, isShared: false).descriptor)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the descriptor and the port, which differs from `port` when that is 0.
    package static func open(host: String, port: UInt16, isShared: Bool = true) throws(HTTPServerError)
        -> (descriptor: Int32, port: UInt16)
    {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let address = unsafe found else {
            throw .address(host: host, reason: unsafe String(cString: gai_strerror(code)))
        }
        defer { unsafe freeaddrinfo(address) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = unsafe socket(address.pointee.ai_family, type, 0)
        func failure() -> HTTPServerError {
            guard errno != EADDRINUSE else {
                return .taken(host: host, port: port, by: PortHolder.all(of: port))
            }
            return .listen(host: host, port: port, reason: unsafe String(cString: strerror(errno)))
        }
        guard descriptor >= 0 else { throw failure() }
        var one: Int32 = 1
        // Inherited by the connections. Otherwise the kernel copies up to 4 MiB of answers for a peer that reads
        // nothing.
        var unsent: Int32 = 32 * 1024
        let size = socklen_t(MemoryLayout<Int32>.size)
        var reuse: Int32 = isShared ? 1 : 0
        guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &reuse, size) == 0,
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size) == 0,
            unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size) == 0,
            unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, size) == 0,
            unsafe bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
            listen(descriptor, 4096) == 0
        else {
            let error = failure()
            close(descriptor)
            throw error
        }
        return (descriptor, boundPort(descriptor))
    }

    private static func boundPort(_ descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            guard let base = bytes.baseAddress,
                unsafe getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &size) == 0
            else { return 0 }
            // The port follows the family in both sockaddr_in and sockaddr_in6.
            return unsafe UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
