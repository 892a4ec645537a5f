internal import CZlib
internal import Glibc

// Both use the file functions of zlib, which the answers of HTTPServer, compressed in memory, cannot.

/// Writes a gzip file that only its owner can read. It has another name until it is complete.
@safe final class GzipWriter {
    private let path: String
    private var stream: gzFile?
    private var partial: String { path + ".part" }

    init(_ path: String) throws(TransferError) {
        self.path = path
        guard unsafe access(path, F_OK) != 0 else {
            throw .file("\(path) exists. Choose another name, or delete it first.")
        }
        let descriptor = unsafe open(
            path + ".part",
            O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
            0o600
        )
        guard descriptor >= 0 else { throw Self.failure("create", path) }
        // One that was there before may have other rights.
        guard fchmod(descriptor, 0o600) == 0, let opened = unsafe gzdopen(descriptor, "wb6") else {
            close(descriptor)
            throw Self.failure("create", path)
        }
        unsafe stream = opened
        unsafe gzbuffer(opened, 128 * 1024)
    }

    deinit {
        guard let stream = unsafe stream else { return }
        unsafe gzclose_w(stream)
        unsafe unlink(partial)
    }

    func write(_ bytes: [UInt8]) throws(TransferError) {
        guard !bytes.isEmpty else { return }
        guard let stream = unsafe stream,
            unsafe gzwrite(stream, bytes, UInt32(bytes.count)) == Int32(bytes.count)
        else { throw Self.failure("write", path) }
    }

    /// Completes the file; returns its size.
    func finish() throws(TransferError) -> Int64 {
        let closed = unsafe stream.map { unsafe gzclose_w($0) }
        unsafe stream = nil
        let descriptor = unsafe open(partial, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        let size = descriptor >= 0 ? lseek(descriptor, 0, SEEK_END) : -1
        guard closed == Z_OK, size > 0, fsync(descriptor) == 0, unsafe rename(partial, path) == 0 else {
            let failure = Self.failure("write", path)
            unsafe unlink(partial)
            throw failure
        }
        return Int64(size)
    }

    private static func failure(_ verb: String, _ path: String) -> TransferError {
        let code = errno
        let reason = unsafe code == 0 ? "" : ": \(String(cString: strerror(code)))"
        return .file("Cannot \(verb) \(path)\(reason). Check the directory and the space on its disk.")
    }
}

/// Reads the lines of a gzip file.
@safe final class GzipReader {
    /// The longest line: a photo of 16 MiB in base64.
    static let lineLimit = 32 * 1024 * 1024

    private let path: String
    private let stream: gzFile
    private var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    private var start = 0
    private var end = 0
    /// Of the last line, from 1.
    private(set) var number = 0
    /// Of the compressed file.
    let size: Int64

    init(_ path: String) throws(TransferError) {
        self.path = path
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .file("Cannot read \(path): \(unsafe String(cString: strerror(errno))).")
        }
        size = Int64(lseek(descriptor, 0, SEEK_END))
        lseek(descriptor, 0, SEEK_SET)
        guard let opened = unsafe gzdopen(descriptor, "rb") else {
            close(descriptor)
            throw .file("Cannot read \(path): out of memory.")
        }
        unsafe stream = opened
        unsafe gzbuffer(opened, 128 * 1024)
    }

    deinit { unsafe gzclose_r(stream) }

    /// How much of the compressed file was read.
    var position: Int64 { Int64(unsafe gzoffset(stream)) }

    /// The next line without its end; `nil` at the end of the file.
    func next() throws(TransferError) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if start == end, try !fill() {
                guard line.isEmpty else { throw .badFile("it has no end", line: number + 1) }
                return nil
            }
            if let newline = buffer[start..<end].firstIndex(of: 0x0A) {
                line += buffer[start..<newline]
                start = newline + 1
                number += 1
                guard line.count <= Self.lineLimit else { throw tooLong }
                return line
            }
            line += buffer[start..<end]
            start = end
            guard line.count <= Self.lineLimit else { throw tooLong }
        }
    }

    private var tooLong: TransferError { .badFile("it is longer than 32 MiB", line: number + 1) }

    /// Whether there was more.
    private func fill() throws(TransferError) -> Bool {
        let count = unsafe gzread(stream, &buffer, UInt32(buffer.count))
        var code: Int32 = Z_OK
        _ = unsafe gzerror(stream, &code)
        guard count >= 0, code == Z_OK || code == Z_STREAM_END else {
            throw .file("\(path) is damaged or incomplete. Nothing was imported; copy or export it again.")
        }
        let isPlain = unsafe gzdirect(stream) != 0
        guard !isPlain else {
            throw .file("\(path) is not an export of a tenant: it is not compressed.")
        }
        start = 0
        end = Int(count)
        return count > 0
    }
}
