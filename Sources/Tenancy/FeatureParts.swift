package import Database
package import ParlayAPI

/// What features add to the calls of this target. `App` fills it, so that no feature is known here.
package struct FeatureParts: Sendable {
    /// What goes when somebody blocks somebody: `$1` is the tenant's id, `$2` and `$3` are the two accounts'.
    package var blockingSteps: [Statement]
    /// What may be reported besides accounts, by the type of the subject: a statement that gives a row when the caller
    /// may name the row `$2` of the tenant `$1`.
    package var reportable: [String: Statement]
    /// What is held about the caller.
    package var exports: [ExportPart]

    package init(
        blockingSteps: [Statement] = [],
        reportable: [String: Statement] = [:],
        exports: [ExportPart] = []
    ) {
        self.blockingSteps = blockingSteps
        self.reportable = reportable
        self.exports = exports
    }
}

/// What a feature adds to the profiles of its tenants.
package struct ProfilePart: Sendable {
    let module: Module
    /// `$1` is the tenant's id, `$2` those of the accounts, or null for the caller's own. The first column is the
    /// account's id.
    let statement: Statement
    let add: @Sendable (Row, inout Profile) throws -> Void
    /// Changes with what is added: a part of the profile's ETag.
    let tag: @Sendable (Row) throws -> String

    package init(
        module: Module,
        _ statement: Statement,
        add: @escaping @Sendable (Row, inout Profile) throws -> Void,
        tag: @escaping @Sendable (Row) throws -> String
    ) {
        self.module = module
        self.statement = statement
        self.add = add
        self.tag = tag
    }
}

/// One member of `GET /export/`.
package struct ExportPart: Sendable {
    package let name: String
    /// The part is absent where the module is off.
    package let module: Module?
    let isList: Bool
    let isNullable: Bool
    /// `$1` is the tenant's id; the caller is `current_account_id()`.
    let statement: Statement
    let value: @Sendable (ResultSet, Tenant) throws -> any JSONWritable & Sendable

    /// `wager_ratings` is "Your wager ratings."
    var summary: String { "Your \(name.split(separator: "_").joined(separator: " "))." }

    /// All rows, as a list.
    package init<Item: JSONWritable & Sendable>(
        _ name: String,
        module: Module? = nil,
        _ statement: Statement,
        item: @escaping @Sendable (Row, Tenant) throws -> Item
    ) {
        self.name = name
        self.module = module
        isList = true
        isNullable = false
        self.statement = statement
        value = { rows, tenant in try rows.map { try item($0, tenant) } }
    }

    /// The one row there is.
    init<Item: JSONWritable & Sendable>(
        one name: String,
        _ statement: Statement,
        item: @escaping @Sendable (Row, Tenant) throws -> Item
    ) {
        self.name = name
        module = nil
        isList = false
        isNullable = false
        self.statement = statement
        value = { rows, tenant in
            guard let row = rows.first else { throw TenancyError.unauthorized }
            return try item(row, tenant)
        }
    }

    /// The one row, or null.
    init<Item: JSONWritable & Sendable>(
        ifThere name: String,
        _ statement: Statement,
        item: @escaping @Sendable (Row, Tenant) throws -> Item
    ) {
        self.name = name
        module = nil
        isList = false
        isNullable = true
        self.statement = statement
        value = { rows, tenant in try rows.first.map { try item($0, tenant) } }
    }
}
