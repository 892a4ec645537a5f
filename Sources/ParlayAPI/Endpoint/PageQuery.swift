/// The parameters of lists that are answered page by page.
package enum PageQuery {
    package static let limit = limit("The number of items on a page.").defaulting(to: 25)
    /// For a list that is answered whole without `limit` and `cursor`.
    package static let limitOnDemand = limit("The number of items; all of them without `limit` and `cursor`.")
    package static let cursor = QueryField.cursor("cursor", "The `next_cursor` of the previous page.")

    private static func limit(_ summary: String) -> QueryField<Int?> {
        .integer("limit", 1...100, summary)
    }
}
