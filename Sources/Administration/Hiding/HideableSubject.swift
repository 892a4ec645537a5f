package import Database
package import ParlayAPI

/// Something that a moderator can hide as a whole or in part. Accounts are one everywhere; modules bring theirs.
package struct HideableSubject: Sendable {
    /// Which parts can be named.
    package enum Parts: Sendable {
        /// One of these.
        case named([String])
        /// All of the subject, or one of these.
        case wholeOr([String])
        /// An id in decimal digits, of what this says: "the id of a game".
        case id(of: String)
    }

    /// Its stored and answered name: `account`.
    let type: String
    /// Tenants without the module have no such subject.
    let module: Module?
    let parts: Parts
    /// What the parts are, for the reference: a sentence.
    let note: String
    /// Hides the part `$3` of the row `$2` of the tenant `$1` if `$4`, or else shows it again, at the time `$5`; the part is
    /// empty for all of it. The row has the author's id, and what was hidden, in the words for the author; no row if there is no such
    /// thing.
    let mark: RowStatement<HideableRow>

    package var statement: Statement { mark.statement }

    package init(
        _ type: String,
        module: Module? = nil,
        parts: Parts,
        note: String,
        mark: RowStatement<HideableRow>
    ) {
        self.type = type
        self.module = module
        self.parts = parts
        self.note = note
        self.mark = mark
    }

    /// Why a request cannot name this part; `nil` if it can.
    func refusal(of part: String?) -> FieldRule? {
        switch (parts, part) {
        case (.wholeOr, nil): nil
        case (.named(let names), let part), (.wholeOr(let names), let part):
            part.map(names.contains) == true ? nil : .chooseFrom(names)
        case (.id(let what), let part):
            part.flatMap { Int64($0) }.map { $0 > 0 && String($0) == part } == true
                ? nil : FieldRule("partToHide", "Must be \(what).")
        }
    }
}

/// A row of `HideableSubject.mark`.
package struct HideableRow: RowReadable {
    let author: Int64
    /// Such as "your photo".
    let what: String

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        author = try columns.integer()
        what = try columns.text()
    }
}

/// The parts of an account that can be hidden.
enum HideableAccount {
    static let subject = HideableSubject(
        "account",
        parts: .named(["photo", "bio", "name"]),
        note:
            "`account`: the `photo`, the `bio` or the `name` (username, first and last name).",
        mark: mark
    )

    private static let mark = RowStatement<HideableRow>(
        """
        update accounts a
           set hidden_parts = case when $4::boolean then a.hidden_parts | p.bit else a.hidden_parts & ~p.bit end,
               updated_at = $5, version = a.version + 1
          from (values ('photo', 1, 'your photo'), ('bio', 2, 'your bio'), ('name', 4, 'your name')) as p (name, bit, what)
         where a.tenant_id = $1 and a.id = $2 and a.status <> 'deleted' and p.name = $3
        returning a.id, p.what
        """
    )
}
