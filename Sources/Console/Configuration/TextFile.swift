internal import CLinux
internal import Glibc

/// Reads files whole.
package enum TextFile {
    package struct Unreadable: Error, CustomStringConvertible {
        package let description: String
    }

    package static func read(_ path: String) throws -> String {
        let bytes = try bytes(path, limit: 1_048_576, "larger than a megabyte")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Unreadable(description: "not UTF-8")
        }
        return text
    }

    /// - Parameters:
    ///   - limit: of its size in bytes.
    ///   - tooLarge: what is said about a larger file.
    package static func bytes(_ path: String, limit: Int, _ tooLarge: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unreadable(description: unsafe String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Unreadable(description: unsafe String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer.prefix(count))
            guard bytes.count <= limit else { throw Unreadable(description: tooLarge) }
        }
    }
}
