package import Database
package import ParlayAPI
package import Tenancy

/// What a module, or another folder of this target, adds to profiles: columns that are read in one statement with the
/// account, and fields that people fill in.
package struct ProfilePart: Sendable {
    /// `nil` for every tenant.
    package let module: Module?
    /// Columns of a statement that selects `from accounts a`, and what is joined to it. The caller is
    /// `current_account_id()`.
    let columns: SQLFragment
    /// The same of the caller.
    let ownColumns: SQLFragment
    let joins: SQLFragment
    /// Reads the columns, adds them to a profile and to its tag.
    let read: @Sendable (inout ColumnReader, inout Profile, inout String) throws(DatabaseError) -> Void
    package let fields: ProfileFields?

    /// - Parameters:
    ///   - module: `nil` for every tenant.
    ///   - row: what the columns are read as.
    ///   - ownColumns: where it is known without looking what the caller's own profile has.
    ///   - joins: each finds one row at most.
    package init<Part: ProfileColumns>(
        _ module: Module?,
        _ row: Part.Type,
        columns: SQLFragment,
        ownColumns: SQLFragment? = nil,
        joins: SQLFragment = "",
        fields: ProfileFields? = nil
    ) {
        self.module = module
        self.columns = columns
        self.ownColumns = ownColumns ?? columns
        self.joins = joins
        self.fields = fields
        read = { (columns, profile, tag) throws(DatabaseError) in
            let part = try Part(&columns)
            part.add(to: &profile)
            part.add(to: &tag)
        }
    }
}

/// The columns that a module adds to an account.
package protocol ProfileColumns: RowReadable {
    func add(to profile: inout Profile)

    /// Adds what a profile's ETag must hold: all that changes without the account's `version`.
    func add(to tag: inout String)
}

extension ProfileColumns {
    package func add(to tag: inout String) {}
}

/// Fields of profiles that belong to a module: people fill them in when they register, and edit them later.
///
/// The queries store them in the transaction that writes the account, after it: the account is `current_account_id()`,
/// which is null when the account was not written, for example because another edit was faster.
package struct ProfileFields: Sendable {
    /// For the reference: a sentence about registering, and an example of the fields.
    let note: String
    let example: JSONObject
    /// For the operator's command that creates an account.
    package let options: [Option]
    /// Judges the fields of a registration; `nil` when there is nothing to store.
    package let register: @Sendable (Registration, Tenant, inout FieldErrors) -> Query?
    /// Judges the changes to a profile; `nil` when there is nothing to store.
    package let update: @Sendable (ProfileUpdate, Profile, Tenant, inout FieldErrors) -> Query?

    package init(
        note: String = "",
        example: JSONObject = [:],
        options: [Option] = [],
        register: @escaping @Sendable (Registration, Tenant, inout FieldErrors) -> Query?,
        update: @escaping @Sendable (ProfileUpdate, Profile, Tenant, inout FieldErrors) -> Query?
    ) {
        self.note = note
        self.example = example
        self.options = options
        self.register = register
        self.update = update
    }

    /// A field that the operator may give.
    package struct Option: Sendable {
        /// `home_town`, which the command calls `--home-town`.
        package let name: String
        package let placeholder: String
        package let summary: String

        package init(_ name: String, _ placeholder: String, _ summary: String) {
            self.name = name
            self.placeholder = placeholder
            self.summary = summary
        }
    }
}
