package import Database
package import ParlayAPI

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
