/// The file format around a WebP image (RFC 9649).
///
/// libvips 8.14 writes an EXIF chunk of its own into every WebP, also when told to strip it.
enum WebPContainer {
    /// Chunks that are the image itself.
    private static let imageChunks: Set<[UInt8]> = Set(
        ["VP8 ", "VP8L", "VP8X", "ALPH"].map { Array($0.utf8) }
    )
    /// The flag of the extended header for transparency.
    private static let alphaFlag: UInt8 = 0x10

    /// The file with only the image. A file that is not WebP is returned unchanged.
    static func withoutMetadata(_ file: [UInt8]) -> [UInt8] {
        guard ImageKind(sniffing: file) == .webp else { return file }
        var kept: [UInt8] = []
        var rest = file.dropFirst(12)
        while rest.count >= 8 {
            let name = Array(rest.prefix(4))
            let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            // Chunks are padded to an even size.
            var chunk = Array(rest.prefix(8 + size + size % 2))
            rest = rest.dropFirst(chunk.count)
            guard imageChunks.contains(name) else { continue }
            if name == Array("VP8X".utf8), chunk.count > 8 { chunk[8] &= alphaFlag }
            kept += chunk
        }
        let size = UInt32(clamping: kept.count + 4)
        let length = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: size >> UInt32($0)) }
        return Array("RIFF".utf8) + length + Array("WEBP".utf8) + kept
    }
}
