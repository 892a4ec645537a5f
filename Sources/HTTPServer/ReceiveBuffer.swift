internal import CLinux
internal import Glibc

/// Where a loop reads from its sockets: one at a time, so that an idle connection needs no buffer.
final class ReceiveBuffer {
    private var storage: [UInt8]

    /// - Parameter size: bytes that one call reads at most.
    init(size: Int) { storage = [UInt8](repeating: 0, count: size) }

    /// The result of recv(2).
    func receive(_ descriptor: Int32, limit: Int = .max) -> Int {
        unsafe storage.withUnsafeMutableBytes { buffer in
            unsafe Glibc.recv(descriptor, buffer.baseAddress, min(limit, buffer.count), Int32(MSG_DONTWAIT))
        }
    }

    /// What was read, until the next call.
    func withBytes(_ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe storage.withUnsafeBufferPointer { buffer in
            unsafe body(UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// A copy of what was read.
    func bytes(_ count: Int) -> [UInt8] { Array(storage[..<count]) }
}
