internal import CLinux
internal import Glibc

/// The status of one GET over its own connection: enough to see whether a front answers.
enum HTTPProbe {
    static func status(host: String, port: UInt16, path: String) -> Int? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0, let address = unsafe found else {
            return nil
        }
        defer { unsafe freeaddrinfo(address) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = unsafe socket(address.pointee.ai_family, type, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        guard unsafe connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
            return nil
        }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8)
        guard unsafe send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            return nil
        }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 12 else { return nil }
        return Int(String(decoding: buffer[9..<12], as: UTF8.self))
    }
}
