/// What an image may be.
package enum ImageLimits {
    package static let megapixels = 40
    static let pixels = megapixels * 1_000_000
}
