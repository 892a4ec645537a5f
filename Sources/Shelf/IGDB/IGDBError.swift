/// Why IGDB did not answer a question. The sentences name neither a token nor a secret.
package enum IGDBError: Error, Hashable, CustomStringConvertible {
    /// No request may start for so many milliseconds.
    case paused(milliseconds: Int64)
    /// Too many requests wait for their turn.
    case busy
    /// IGDB or Twitch failed, or could not be reached.
    case unavailable(String)
    /// IGDB refused the query.
    case refused(String)

    package var description: String {
        switch self {
        case .paused(let milliseconds):
            "requests to IGDB pause for \((milliseconds + 999) / 1000) s after failures"
        case .busy: "too many requests to IGDB are waiting"
        case .unavailable(let why): why
        case .refused(let why): "IGDB refused the query: \(why)"
        }
    }
}
