extension String {
    /// The text with what HTML gives a meaning escaped: safe between tags and inside quoted attributes.
    ///
    /// - Parameter lineFeed: what replaces a line feed, such as `<br>`.
    package func escapedForHTML(lineFeed: String = "\n") -> String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\n": escaped += lineFeed
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
