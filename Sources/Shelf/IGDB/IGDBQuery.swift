/// A question to IGDB, in its query language Apicalypse.
///
/// Source: [IGDB API](https://api-docs.igdb.com/#apicalypse).
struct IGDBQuery: Hashable, Sendable {
    /// Below the server's address.
    let path: String
    let body: String

    /// Games in an answer, at most.
    static let pageLimit = 500
    /// Pages that one request asks for. IGDB takes ten, but an answer must arrive within ten seconds.
    static let pagesPerRequest = 5
    /// More than a first page shows.
    static let searchLimit = 50

    private static let fields =
        "fields id,name,rating,rating_count,summary,first_release_date,cover.image_id,cover.url,"
        + "screenshots.image_id,genres.name,platforms.name,updated_at;"

    /// A part of a list of games, named in the answer by `name`.
    struct Page: Hashable, Sendable {
        let name: String
        let offset: Int
        let limit: Int
    }

    /// The pages of `count` games after the first `offset`.
    static func pages(offset: Int, count: Int) -> [Page] {
        stride(from: offset, to: offset + count, by: pageLimit).map { start in
            Page(name: "games \(start)", offset: start, limit: min(pageLimit, offset + count - start))
        }
    }

    /// The games with the best ratings.
    static func top(votes: Int, _ pages: [Page]) -> IGDBQuery {
        several("where rating != null & rating_count >= \(votes); sort rating desc;", pages)
    }

    /// The games that were changed at or after a time, in seconds since the Unix epoch; the earliest change first.
    static func changes(since time: Int64, _ pages: [Page]) -> IGDBQuery {
        several("where updated_at >= \(time); sort updated_at asc;", pages)
    }

    /// Several pages in one request.
    private static func several(_ condition: String, _ pages: [Page]) -> IGDBQuery {
        let queries = pages.map { page in
            "query games \"\(page.name)\" { \(fields) \(condition) limit \(page.limit); offset \(page.offset); };"
        }
        return IGDBQuery(path: "/v4/multiquery", body: queries.joined(separator: "\n"))
    }

    static func search(_ text: String) -> IGDBQuery {
        IGDBQuery(path: "/v4/games", body: "search \(quoted(text)); \(fields) limit \(searchLimit);")
    }

    /// A string of Apicalypse. Control characters have no meaning in a name.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
