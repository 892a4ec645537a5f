internal import ParlayAPI

/// A file of games: a JSON array in the shape of IGDB's answers, such as `data/games.json`.
package enum CatalogFile {
    /// Why a file cannot be imported: nothing of it is.
    package struct Bad: Error, Equatable, Sendable {
        /// The first ones, each with the place of its game in the file.
        package let sentences: [String]
        package let count: Int
    }

    private static let shownLimit = 20

    package static func read(_ bytes: [UInt8]) throws(Bad) -> [SourceGame] {
        let document: JSONValue
        do throws(JSONSyntaxError) {
            document = try JSONParser.parse(bytes)
        } catch {
            throw Bad(sentences: ["line \(error.line), column \(error.column): \(error.message)"], count: 1)
        }
        guard case .array(let elements) = document else {
            throw Bad(sentences: ["the document must be a list of games"], count: 1)
        }
        var games: [SourceGame] = []
        games.reserveCapacity(elements.count)
        var sentences: [String] = []
        var count = 0
        for (place, element) in elements.enumerated() {
            do throws(SourceGame.Refusal) {
                games.append(try SourceGame(element))
            } catch {
                count += 1
                if sentences.count < shownLimit { sentences.append("game \(place + 1): \(error.sentence)") }
            }
        }
        guard count == 0 else { throw Bad(sentences: sentences, count: count) }
        return games
    }
}
