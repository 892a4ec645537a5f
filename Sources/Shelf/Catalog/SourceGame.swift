package import ParlayAPI

/// A game as a source describes it: an object of IGDB's `/v4/games` with cover, genres and platforms expanded, or of a file
/// in its shape. A field that is unknown is absent there.
///
/// Source: [IGDB API](https://api-docs.igdb.com/).
package struct SourceGame: Hashable, Sendable {
    package enum Identity: Hashable, Sendable {
        case igdb(Int64)
        case other(source: String, id: Int64)
    }

    package var identity: Identity
    package var name: String
    /// 0–100
    package var rating: Double?
    package var ratingCount: Int64
    package var summary: String?
    package var releaseDate: CivilDate?
    package var cover: Cover
    /// At most `maxScreenshots`, each once; `nil` if the source named them by their ids only.
    package var screenshots: [Screenshot]?
    /// `nil` if the source named them by their ids only.
    package var genres: [String]?
    package var platforms: [String]?
    /// `nil` if the source says nothing about themes.
    package var themes: [Theme]?
    /// When the source last changed it, in seconds since the Unix epoch.
    package var changedAt: Int64?

    package enum Theme: Hashable, Sendable {
        case id(Int64)
        /// In lower case.
        case name(String)
    }

    package enum Cover: Hashable, Sendable {
        case none
        /// There is one, which the source named by its id only.
        case unspecified
        case image(GameCover)
    }

    /// Why an object is not a game.
    package struct Refusal: Error, Hashable, Sendable {
        package let sentence: String
    }

    /// Unknown members are ignored, and so are optional ones with a value that makes no sense. Without `source` an `id` is IGDB's.
    package init(_ value: JSONValue) throws(Refusal) {
        guard case .object(let object) = value else { throw Refusal(sentence: "Must be an object.") }
        guard let id = object["id"]?.wholeNumber, id > 0 else {
            throw Refusal(sentence: "id: A positive integer is required.")
        }
        let source = object["source"]?.plainText
        if let given = object["source"], given != .null {
            guard let source, source.unicodeScalars.count <= 50 else {
                throw Refusal(sentence: "source: Must be a text of 1 to 50 characters.")
            }
            identity = .other(source: source, id: id)
        } else {
            identity = .igdb(id)
        }
        guard let name = object["name"]?.plainText, name.unicodeScalars.count <= 500 else {
            throw Refusal(sentence: "name: A text of 1 to 500 characters is required.")
        }
        self.name = name
        rating = object["rating"]?.decimal.flatMap { (0...100).contains($0) ? $0 : nil }
        ratingCount = object["rating_count"]?.wholeNumber.map { min(max($0, 0), 2_000_000_000) } ?? 0
        summary = object["summary"]?.plainText.map { String($0.unicodeScalars.prefix(20_000)) }
        releaseDate = object["first_release_date"]?.wholeNumber.flatMap { CivilDate(secondsSinceEpoch: $0) }
            .flatMap { $0.year >= 1 ? $0 : nil }
        cover = Cover(object["cover"])
        screenshots = Screenshot.all(object["screenshots"])
        let implied = source.flatMap(Self.platform)
        genres = Self.names(object["genres"])
        platforms = implied.map { [$0] } ?? Self.names(object["platforms"])
        themes = object["themes"].map(Self.themes)
        changedAt = object["updated_at"]?.wholeNumber.map { ReceivedNumber.clamped($0, to: Self.times) }
    }

    /// Seconds since the Unix epoch, to the year 2100.
    private static let times: ClosedRange<Int64> = 0...4_102_444_800

    /// The platform of every game of a source that does not name platforms.
    private static func platform(of source: String) -> String? {
        if source == "steam" || source.hasPrefix("steamspy-") { return "PC (Microsoft Windows)" }
        return source.hasPrefix("debian-") ? "Linux" : nil
    }

    /// Themes as texts, ids, or objects with an `id` or a `name`.
    private static func themes(_ value: JSONValue) -> [Theme] {
        guard case .array(let elements) = value else { return [] }
        return elements.flatMap { element -> [Theme] in
            var members = [element]
            if case .object(let object) = element {
                members = [object["id"], object["name"]].compactMap(\.self)
            }
            return members.compactMap { member in
                member.wholeNumber.map(Theme.id) ?? member.plainText.map { .name($0.lowercased()) }
            }
        }
    }

    /// Names as a list of texts, or of objects with a `name`; `nil` if there are only ids.
    private static func names(_ value: JSONValue?) -> [String]? {
        guard case .array(let elements) = value else { return [] }
        var isComplete = true
        let names = elements.compactMap { element -> String? in
            let text: String?
            switch element {
            case .string: text = element.plainText
            case .object(let object): text = object["name"]?.plainText
            default: text = nil
            }
            guard let text, text.unicodeScalars.count <= 200 else {
                isComplete = false
                return nil
            }
            return text
        }
        return names.isEmpty && !isComplete ? nil : names
    }
}

extension SourceGame.Cover {
    /// A picture in the size that lists and details show.
    private static let size = "t_cover_big"
    /// Where IGDB's pictures are.
    static let root = "https://images.igdb.com/igdb/image/upload"

    /// IGDB's URLs have no scheme and ask for a thumbnail: both are replaced.
    init(_ value: JSONValue?) {
        switch value {
        case .object(let object):
            let url = object["url"]?.plainText.flatMap(Self.absolute)
            let name = object["image_id"]?.plainText ?? url.flatMap(Self.imageID)
            guard let name, name.unicodeScalars.count <= 200 else {
                self = .none
                return
            }
            if let url {
                self = .image(GameCover(imageID: name, url: url))
            } else if name.utf8.allSatisfy(Self.isPlain) {
                self = .image(GameCover(imageID: name, url: "\(Self.root)/\(Self.size)/\(name).jpg"))
            } else {
                self = .none
            }
        case .integer: self = .unspecified
        default: self = .none
        }
    }

    fileprivate static func absolute(_ url: String) -> String? {
        let whole = url.hasPrefix("//") ? "https:" + url : url
        guard whole.hasPrefix("https://") || whole.hasPrefix("http://"), whole.utf8.count <= 2000,
            whole.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
        return whole.replacing("/t_thumb/", with: "/\(size)/")
    }

    /// `co1y6v` of `…/t_thumb/co1y6v.jpg`.
    fileprivate static func imageID(_ url: String) -> String? {
        let file = url.split(separator: "/").last ?? ""
        let name = file.prefix { $0 != "." }
        return name.isEmpty ? nil : String(name)
    }

    fileprivate static func isPlain(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
    }
}

extension SourceGame {
    /// More are left out.
    package static let maxScreenshots = 10

    /// A picture of the game being played.
    package enum Screenshot: Hashable, Sendable {
        /// At IGDB, by its name there.
        case igdb(String)
        /// Elsewhere, by its https address.
        case address(String)
    }
}

extension SourceGame.Screenshot {
    /// Objects with an `image_id` or a `url`, or addresses; `nil` if there are only ids. What is neither is left out.
    fileprivate static func all(_ value: JSONValue?) -> [Self]? {
        guard case .array(let elements) = value else { return [] }
        var all: [Self] = []
        for element in elements {
            guard let one = Self(element), !all.contains(one) else { continue }
            all.append(one)
            if all.count == SourceGame.maxScreenshots { break }
        }
        let areIDs = elements.contains { $0.wholeNumber != nil }
        return all.isEmpty && areIDs ? nil : all
    }

    private init?(_ value: JSONValue) {
        switch value {
        case .object(let object):
            let url = object["url"]?.plainText.flatMap(SourceGame.Cover.absolute)
            let name = object["image_id"]?.plainText ?? url.flatMap(SourceGame.Cover.imageID)
            let isElsewhere = url.map { !$0.hasPrefix(SourceGame.Cover.root + "/") } ?? false
            if !isElsewhere, let name, let one = Self(name: name) {
                self = one
            } else if let url, let one = Self(address: url) {
                self = one
            } else {
                return nil
            }
        case .string:
            guard let url = value.plainText.flatMap(SourceGame.Cover.absolute), let one = Self(address: url)
            else { return nil }
            self = one
        default: return nil
        }
    }

    private init?(name: String) {
        guard 1...200 ~= name.utf8.count, name.utf8.allSatisfy(SourceGame.Cover.isPlain) else { return nil }
        self = .igdb(name)
    }

    private init?(address: String) {
        guard address.hasPrefix("https://"), SourceGame.Cover.imageID(address) != nil else { return nil }
        self = .address(address)
    }

    /// As a row has it: an address has a colon, a name has none.
    package init(stored: String) { self = stored.contains(":") ? .address(stored) : .igdb(stored) }

    package var stored: String {
        switch self {
        case .igdb(let text), .address(let text): text
        }
    }

    /// What the API answers.
    package var resource: GameScreenshot {
        switch self {
        case .igdb(let name):
            GameScreenshot(imageID: name, url: "\(SourceGame.Cover.root)/\(Self.size)/\(name).jpg")
        case .address(let url):
            GameScreenshot(imageID: SourceGame.Cover.imageID(url) ?? "", url: url)
        }
    }

    /// At IGDB: at most 889 by 500 pixels.
    private static let size = "t_screenshot_big"
}

extension JSONValue {
    /// Trimmed and without control characters; `nil` if nothing is left.
    fileprivate var plainText: String? {
        guard case .string(let text) = self else { return nil }
        let scalars = text.unicodeScalars.filter { scalar in
            scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
        }
        let plain = String(String.UnicodeScalarView(scalars)).trimmed
        return plain.isEmpty ? nil : plain
    }

    /// An integer, also one that is written with a fraction of zeros.
    fileprivate var wholeNumber: Int64? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number.double)
        default: nil
        }
    }

    fileprivate var decimal: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number.double.isFinite ? number.double : nil
        default: nil
        }
    }
}
