package import Localization

extension Visit {
    /// What was just done, if the page was reached by doing it (`?done=`).
    package func flash<Key: TextKey>(_ value: String, _ key: Key) -> HTML {
        query("done") == value ? "\(Flash(text(key)))" : .none
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
