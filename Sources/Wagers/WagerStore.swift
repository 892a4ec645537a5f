internal import Database
internal import ParlayAPI
internal import Tenancy

/// Reads of wagers. The caller is `current_account_id()`, so that they are sent together with the authentication.
enum WagerStore {
    /// A wager by its id, whether or not the caller may see it.
    static let find = RowStatement<FoundWager>(
        "select",
        FoundWager.columns.of("w"),
        """
          from wager_cards w
         where w.tenant_id = $1 and w.id = $2
        """
    )

    /// Disputed wagers, oldest first, above the id $2. For moderators.
    static let disputes = RowStatement<WagerRow>(
        "select",
        WagerRow.columns.of("w"),
        """
          from wager_cards w
         where w.tenant_id = $1 and w.status = 'disputed' and w.id > $2
         order by w.id
         limit $3
        """
    )

    static let statements = [find.statement, disputes.statement, ratings.statement] + moveStatements
}

/// A wager, and who can see it.
struct FoundWager: ColumnGroup, Sendable {
    static let columns: SQLFragment =
        WagerRow.columns
        + ["is_visible", "is_moderated", "is_edited", "is_available", "addressee_id", "caller_name"]

    let wager: WagerRow
    /// Whether any other account in the caller's place could see it.
    let isVisible: Bool
    /// Whether moderators can see it.
    let isModerated: Bool
    /// Whether its terms have changed since it was posed.
    let isEdited: Bool
    /// Whether the challenger's account is active.
    let isAvailable: Bool
    /// The person that it is addressed to, if the audience is one account.
    let addressee: AccountID?
    /// What to call the caller in a text for others.
    let callerName: String?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        wager = try WagerRow(&columns)
        isVisible = try columns.boolean()
        isModerated = try columns.boolean()
        isEdited = try columns.boolean()
        isAvailable = try columns.boolean()
        addressee = try columns.optionalID()
        callerName = try columns.optionalText()
    }
}
