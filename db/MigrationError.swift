package import Database

/// Why a database is not, or cannot be made, what this program needs. `description` says what to do about it.
package enum MigrationError: Error, Equatable, CustomStringConvertible {
    /// Files that the database has not taken, `functions/…` among them; all of them when it was never migrated.
    case behind([String])
    /// Files that the database has seen and this program does not know; those with which it could work are left out.
    case ahead([String])
    /// Files that were edited after the database took them.
    case changed([String])
    /// The file did not run and left nothing behind.
    case failed(file: String, StatementFailure)
    /// The migrating user lacks a right; `remedy` is what an administrator runs once.
    case missingRight(wanted: String, reason: String, remedy: String)
    /// A role can do what row-level security must prevent.
    case unsafeRole(String, can: String)
    case unsupportedServer(version: String)
    case database(DatabaseError)

    package var description: String {
        switch self {
        case .behind(let files):
            files.first?.hasPrefix("0001_") == true
                ? "The database has no tables of Parlay yet. Run `parlay migrate`."
                : "The database is older than this program: it lacks \(list(files)). Run `parlay migrate`."
        case .ahead(let files):
            "The database is newer than this program: it has \(list(files)), which this program does not know."
                + " Start the version of parlay that migrated it, or a later one."
        case .changed(let files):
            "\(list(files)) changed after it was applied. Start an unmodified build of parlay; a correction"
                + " belongs in a new file of db/migrations."
        case .failed(let file, let failure):
            "\(file) failed and was rolled back: \(failure.message). Files before it are in place; correct the cause"
                + " and run `parlay migrate` again."
        case .missingRight(let wanted, let reason, let remedy):
            "The migrating user may not \(wanted) (\(reason)). Migrate as a superuser or as a user that owns the"
                + " database and has createrole, or let an administrator run: \(remedy)"
        case .unsafeRole(let role, let ability):
            "The role \(role) \(ability), so it could bypass row-level security. Remove that with \"alter"
                + " role\" or \"revoke\", then run `parlay migrate` again."
        case .unsupportedServer(let version):
            "The server is PostgreSQL \(version). Parlay needs 15 or later."
        case .database(let error):
            if case .unavailable = error {
                "The database is unavailable: \(error.reason)."
            } else {
                "The database refused: \(error.reason)."
            }
        }
    }

    /// Names three files; of more, the first and the last.
    private func list(_ files: [String]) -> String {
        guard files.count > 3, let first = files.first, let last = files.last else {
            return files.joined(separator: ", ")
        }
        return "\(first) to \(last) (\(files.count) files)"
    }

    static func wrapping<Value>(
        _ body: () throws(DatabaseError) -> Value
    ) throws(MigrationError) -> Value {
        do throws(DatabaseError) { return try body() } catch { throw .database(error) }
    }

    /// A statement that fails belongs to this file.
    static func naming<Value>(
        _ file: String,
        _ body: () throws(DatabaseError) -> Value
    ) throws(MigrationError) -> Value {
        do throws(DatabaseError) {
            return try body()
        } catch {
            guard case .statement(let failure) = error else { throw .database(error) }
            throw .failed(file: file, failure)
        }
    }
}
