internal import CLinux
internal import Glibc

/// One GET of `/readyz` over its own connection.
enum HTTPProbe {
    /// The header by which `up` tells the processes that it started apart from others at the same port.
    static let instanceHeader = "Parlay-Instance"

    /// Whether the process of this instance answers that it is ready.
    static func isReady(host: String, port: UInt16, instance: String) -> Bool {
        let lines = (head(host: host, port: port, path: "/readyz") ?? "").split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " "), status.count > 1, status[1] == "200" else {
            return false
        }
        let own = "\(instanceHeader): \(instance)".lowercased()
        return lines.contains { $0.lowercased() == own }
    }

    /// The status line and the headers.
    private static func head(host: String, port: UInt16, path: String) -> String? {
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
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while received.count < 64 * 1024 {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            received += buffer[..<count]
            let text = String(decoding: received, as: UTF8.self)
            if let end = text.firstRange(of: "\r\n\r\n") { return String(text[..<end.lowerBound]) }
        }
        return nil
    }
}
