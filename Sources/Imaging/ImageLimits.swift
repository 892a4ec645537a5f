/// Limits of an image.
package enum ImageLimits {
    package static let megapixels = 40
    static let pixels = megapixels * 1_000_000
}
