/// Why an image did not become a photo.
package enum ImageError: Error, Equatable, Sendable {
    /// Damaged, or not in a supported format; with the decoder's message.
    case unreadable(String)
    case tooManyPixels(width: Int, height: Int)
    /// The crop is not inside the upright image of this size.
    case outside(width: Int, height: Int)
    /// Decoding exceeded the limit of processor time or memory.
    case tooCostly
    /// The worker failed for a reason other than the image.
    case worker(String)
    /// The machine is too busy to finish in time.
    case late
}
