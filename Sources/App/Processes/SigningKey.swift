internal import Console
internal import Database
internal import Security

/// The key that all processes of an installation share: it signs cursors and the links in mail.
enum SigningKey {
    private static let select = RowStatement<[UInt8]>("select key from signing_keys where name = 'cursor'")
    static let statements = [select.statement]

    static func read(_ database: DatabasePool) async throws -> Signer {
        guard let key = try await database.read(select()).first else {
            throw CommandFailure("the table signing_keys is empty; restore it from a backup")
        }
        return Signer(key: key)
    }
}
