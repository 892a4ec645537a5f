package import Localization

extension Localizer {
    /// Which clock a time that is typed is of.
    var zoneHint: String { text(PageText.zoneHint, ["zone": .text(zoneName)]) }

    fileprivate var zoneName: String { timeZone.replacing("_", with: " ") }
}

extension Visit {
    /// Which clock the times of a page are of; to people with an account a link to where they change it.
    package var timesIn: HTML {
        let words = text(PageText.timesIn, ["zone": .text(localizer.zoneName)])
        return isSignedIn ? "<a href=\"\(link("me/settings"))\">\(words)</a>" : "\(words)"
    }

    /// What was just done, if the page was reached by doing it (`?done=`).
    package func flash<Key: TextKey>(_ value: String, _ key: Key, _ kind: Alert.Kind = .good) -> HTML {
        // What was done before stands in the address of a form that is refused now.
        query("done") == value && refusal == nil ? "\(Flash(text(key), kind))" : .none
    }

    package func copyButton(_ word: String, copies copied: String, _ kind: Button.Kind = .quiet) -> CopyButton
    {
        CopyButton(
            word,
            copies: copied,
            kind,
            done: text(PageText.copied),
            failed: text(PageText.copyFailed)
        )
    }

    /// The next page of a list, and the way back to its first.
    ///
    /// - Parameter kept: names of the query that stay.
    package func pager(_ cursor: String?, keeping kept: [String] = ["q"]) -> Pager {
        let query = kept.map { ($0, self.query($0)) }
        return Pager(
            label: text(PageText.pages),
            next: cursor.map { (text(PageText.next), here(query + [("cursor", $0)])) },
            previous: self.query("cursor").map { _ in (text(PageText.previous), here(query)) }
        )
    }
}
