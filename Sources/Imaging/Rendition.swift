/// A photo ready to be shown: upright, in sRGB, without metadata.
package struct Rendition: Sendable, Equatable {
    package enum Format: String, Sendable, CaseIterable {
        case webp
        case jpeg

        package var mediaType: String { "image/\(rawValue)" }
    }

    /// Pixels of the longest side. The aspect is that of the photo, and a small photo is enlarged.
    package enum Size: Int, Sendable, CaseIterable {
        case small = 64
        case medium = 256
        case large = 1024
    }

    package let size: Size
    package let format: Format
    package let bytes: [UInt8]
}
