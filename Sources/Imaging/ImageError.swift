/// Why no photo came of an image.
package enum ImageError: Error, Equatable, Sendable {
    /// Damaged, or none of the formats that are read; what the decoder said of it.
    case unreadable(String)
    case tooManyPixels(width: Int, height: Int)
    /// The wanted area is not inside the upright image of this size.
    case outside(width: Int, height: Int)
    /// Decoding took more processor time or memory than an image may.
    case tooCostly
    /// The worker could not do its work, which is not the image's fault.
    case worker(String)
    /// The machine is too busy to end in time.
    case late
}
