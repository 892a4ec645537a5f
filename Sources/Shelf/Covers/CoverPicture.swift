internal import ParlayAPI

/// A picture of the catalog in one of a few sizes, which a front passes on to browsers so that nobody else sees who looks at it.
struct CoverPicture: Hashable, Sendable {
    enum Size: String, CaseIterable, Sendable {
        /// 264 by 374 pixels
        case cover
        /// 528 by 748 pixels
        case large
        /// At most 569 by 320 pixels
        case screenshot
        /// At most 1280 by 720 pixels
        case screenshotLarge = "screenshot-large"

        /// Its name at IGDB.
        ///
        /// Source: [IGDB API, Images](https://api-docs.igdb.com/#images).
        fileprivate var source: String {
            switch self {
            case .cover: "t_cover_big"
            case .large: "t_cover_big_2x"
            case .screenshot: "t_screenshot_med"
            case .screenshotLarge: "t_720p"
            }
        }
    }

    private(set) var size: Size
    /// At IGDB.
    let name: String

    /// - Returns: `nil` unless the name has the form of IGDB's: lower-case letters and digits.
    init?(_ name: String, _ size: Size) {
        guard 1...40 ~= name.utf8.count,
            name.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 })
        else { return nil }
        self.name = name
        self.size = size
    }

    /// The cover of a game; `nil` if it has none, or one of another source than IGDB.
    init?(_ game: Game, _ size: Size) {
        guard let cover = game.cover, cover.url.hasPrefix(SourceGame.Cover.root + "/") else { return nil }
        self.init(cover.imageID, size)
    }

    /// - Returns: `nil` for a picture of another source than IGDB.
    init?(_ screenshot: GameScreenshot, _ size: Size) {
        guard screenshot.url.hasPrefix(SourceGame.Cover.root + "/") else { return nil }
        self.init(screenshot.imageID, size)
    }

    /// The same picture in another size.
    func resized(_ size: Size) -> CoverPicture {
        var other = self
        other.size = size
        return other
    }

    /// Where browsers get it.
    var path: String { "/covers/\(size.rawValue)/\(name)" }

    /// Below the address of IGDB's pictures.
    var source: String { "\(size.source)/\(name).jpg" }
}
