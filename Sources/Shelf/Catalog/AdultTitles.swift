package import Console
internal import ParlayAPI

/// Which games an import hides with `--hide-adult`: those with the theme that IGDB has for them, and of sources without
/// themes those whose names have a word of a list.
package struct AdultTitles: Sendable {
    /// The list in `data/`: a word or several a line, `#` begins a remark.
    package static let fileName = "adult-titles.txt"
    /// At IGDB.
    private static let theme = (id: Int64(42), name: "erotic")

    /// Each with a blank at both ends.
    private let phrases: [String]

    package init(list: String) {
        phrases = list.split(whereSeparator: \.isNewline).map { line in Self.words(line.prefix { $0 != "#" })
        }
        .filter { $0.count > 2 }
    }

    package init(_ data: SampleData) throws {
        let bytes = try TextFile.bytes(data.path(of: Self.fileName), limit: 1 << 20, "larger than 1 MiB")
        self.init(list: String(decoding: bytes, as: UTF8.self))
    }

    package func includes(_ game: SourceGame) -> Bool {
        if let themes = game.themes {
            return themes.contains { $0 == .id(Self.theme.id) || $0 == .name(Self.theme.name) }
        }
        let name = Self.words(game.name[...])
        return phrases.contains { name.contains($0) }
    }

    /// The words of a text in lower case, each with a blank before and after it.
    private static func words(_ text: Substring) -> String {
        let words = text.lowercased().split { $0.isWhitespace || $0.isPunctuation || $0.isSymbol }
        return " " + words.joined(separator: " ") + " "
    }
}
