internal import ParlayAPI

/// The options of either source.
enum FeedOptions {
    case page(PageOptions)
    case oddsAPI(OddsAPIOptions)

    init(_ object: JSONObject, of source: OddsFeedSource) throws(FieldErrors) {
        switch source {
        case .html: self = .page(try PageOptions(object))
        case .oddsAPI: self = .oddsAPI(try OddsAPIOptions(object))
        }
    }

    var object: JSONObject {
        switch self {
        case .page(let options): options.object
        case .oddsAPI(let options): options.object
        }
    }

    /// With its members in the order of the documentation, which the database does not keep.
    static func ordered(_ object: JSONObject, of source: OddsFeedSource) -> JSONObject {
        (try? FeedOptions(object, of: source))?.object ?? object
    }
}
