package import Database

/// What `App` hands on to the gateway, to the worker, to the tests of the schema and to accounts.
package enum WagerModule {
    /// What a test prepares against the migrated schema.
    package static let statements = WagerStore.statements
}
