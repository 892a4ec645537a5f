internal import Database
internal import Security

/// The key that every process of an installation shares: it seals cursors and the links in mail.
enum SigningKey {
    private static let select = Statement("select key from signing_keys where name = 'cursor'")

    static func read(_ database: DatabasePool) async throws -> Signer {
        guard let row = try await database.read([select()])[0].first else {
            throw CommandFailure("the table signing_keys is empty; restore it from a backup")
        }
        return Signer(key: try row.bytes(0))
    }
}
