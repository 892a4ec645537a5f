import CZlib
import HTTPServer
import TestSupport
import Testing

@Suite struct GzipTests {
    @Test(arguments: [0, 1, 1025, 65_536, 65_537, 400_000])
    func `what is compressed can be read again`(_ count: Int) async throws {
        let words = ["meetup ", "language ", "park ", "{\"id\": ", "7, ", "\u{FC}"]
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += Array(words[Int.random(in: 0..<6, using: &generator)].utf8) }
        let body = Array(bytes.prefix(count))
        let compressed = try #require(try await onLoop { await Gzip.compress(body) })
        #expect(Self.decompressed(compressed, count: count) == body)
        if count > 60_000 { #expect(compressed.count < count / 3) }
    }

    @Test func `what cannot be made smaller can be read again too`() async throws {
        let body = (0..<100_000).map { _ in UInt8.random(in: 0...255) }
        let compressed = try #require(await Gzip.compress(body))
        #expect(Self.decompressed(compressed, count: body.count) == body)
    }

    /// Inflates a whole gzip stream; `nil` when it is broken or of another size.
    private static func decompressed(_ input: [UInt8], count: Int) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: count + 1)
        var input = input
        var stream = unsafe z_stream()
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else { return nil }
        defer { unsafe inflateEnd(&stream) }
        let isWhole = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = UInt32(source.count)
                unsafe stream.next_out = target.baseAddress
                unsafe stream.avail_out = UInt32(target.count)
                return unsafe inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
            }
        }
        guard isWhole, unsafe stream.avail_out == 1 else { return nil }
        output.removeLast()
        return output
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("x-gzip", true), ("deflate, gzip;q=1.0, *;q=0.5", true), ("*", true),
        ("gzip;q=0.001", true), ("gzip ; q=0.5 , br", true), ("*;q=0.1, identity;q=0.1", true),
        ("identity;q=0", false), ("", false), ("br, deflate", false), ("gzip;q=0", false),
        ("gzip;q=0.000", false),
        ("*;q=0", false), ("gzip;q=0, *", false), ("identity, gzip;q=0.5", false), ("gzip;q=2", false),
        ("gzip;q=1.001", false), ("gzip;q=-1", false), ("gzip;q=", false), ("gzip;level=9", false),
        ("gzip;q=0.1234", false), ("gzipped", false),
    ])
    func `clients say which coding they prefer`(_ header: String, _ isGzip: Bool) {
        #expect(AcceptEncoding.prefersGzip([header]) == isGzip)
    }

    @Test func `without the header nothing is compressed, and two headers are one list`() {
        #expect(!AcceptEncoding.prefersGzip([]))
        #expect(AcceptEncoding.prefersGzip(["br", "gzip"]))
        #expect(!AcceptEncoding.prefersGzip(["gzip;q=0.2", "identity;q=0.3"]))
    }
}
