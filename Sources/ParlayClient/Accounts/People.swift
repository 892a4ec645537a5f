public import ParlayAPI

extension Parlay {
    /// People in whose username, first or last name each word of the text is found, the newest accounts first. Three or
    /// more letters in a row make it fast; if it takes too long, the problem is `search_too_broad`.
    ///
    /// - Parameter text: 1–100 characters, not only blanks; otherwise the problem is `bad_query`.
    public func people(named text: String) -> Listing<Person> {
        Listing(Call(PeopleCalls.find).asking(PeopleCalls.words, text), of: engine)
    }
}
