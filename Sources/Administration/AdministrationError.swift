package import Accounts
package import Database
internal import ParlayAPI
package import Tenancy

/// Why an operator's command failed, as a sentence.
package enum AdministrationError: Error, Equatable, CustomStringConvertible {
    case slugTaken(String)
    case badSlug(String)
    case badName
    case badHosts
    case hostTaken
    case unknownTenant(String)
    case beingDeleted(String)
    case unknownAccount(String)
    case unknownToken(TokenID)
    /// What is wrong, by field.
    case invalid([String])
    case account(AccountError)
    case database(DatabaseError)

    package var description: String {
        switch self {
        case .slugTaken(let slug): "There is already a tenant \(slug)."
        case .badSlug(let slug):
            "\"\(slug)\" is not a valid slug: use 2 to 31 of a-z, 0-9 and -, starting with a letter."
        case .badName:
            "A tenant's name has 1 to 200 characters on one line, at least one of them visible, and no bidirectional controls."
        case .badHosts:
            "Hosts are up to 10 names such as play.example.org, separated by commas, without scheme and port."
        case .hostTaken:
            "One of these hosts is another tenant's. `parlay admin tenant show` lists a tenant's hosts."
        case .unknownTenant(let slug): "There is no tenant \(slug)."
        case .beingDeleted(let slug):
            "The deletion of \(slug) has begun. Finish it with `parlay admin tenant delete \(slug)`."
        case .unknownAccount(let name): "There is no account \(name) in this tenant."
        case .unknownToken(let id): "There is no token \(id.rawValue) in this tenant."
        case .invalid(let sentences): sentences.joined(separator: "\n")
        case .account(let error): error.problem.detail
        case .database(let error): error.description
        }
    }

    init(_ error: DatabaseError) {
        self =
            switch error.constraint {
            case "tenants_slug_check": .badSlug("")
            case "tenants_name_check": .badName
            case "tenants_hosts_check": .badHosts
            case "tenants_hosts_key": .hostTaken
            default: (AccountError.named(error) as? AccountError).map { .account($0) } ?? .database(error)
            }
    }

    init(_ errors: [(path: String, sentences: [String])]) {
        self = .invalid(errors.map { "\($0.path): \($0.sentences.joined(separator: " "))" })
    }
}

extension BlockingConnection {
    /// Runs a statement as an operator; not prepared, because it runs once.
    func run(_ statement: Statement, _ parameters: Parameter...) throws(AdministrationError) -> ResultSet {
        try run(statement, parameters)
    }

    func run(_ query: Query) throws(AdministrationError) -> ResultSet {
        do { return try self.query(query) } catch { throw AdministrationError(error) }
    }

    /// The rows, read.
    func run<Row: RowReadable>(_ query: RowQuery<Row>) throws(AdministrationError) -> [Row] {
        do { return try self.query(query).all } catch { throw AdministrationError(error) }
    }

    /// Writes the operator's entry into the audit log.
    func log(_ entry: AuditDraft, in tenant: TenantID, at now: Timestamp) throws(AdministrationError) {
        _ = try run(AuditStore.insert, entry.parameters(tenant, at: now))
    }

    /// Runs statements as one transaction.
    func atomically<Value>(
        _ body: () throws(AdministrationError) -> Value
    ) throws(AdministrationError) -> Value {
        do throws(DatabaseError) { try execute("begin") } catch { throw AdministrationError(error) }
        let value: Value
        do throws(AdministrationError) {
            value = try body()
        } catch {
            // If even this fails, the connection is lost and the transaction with it.
            do throws(DatabaseError) { try execute("rollback") } catch {}
            throw error
        }
        do throws(DatabaseError) { try execute("commit") } catch { throw AdministrationError(error) }
        return value
    }

    private func run(
        _ statement: Statement,
        _ parameters: [Parameter]
    ) throws(AdministrationError) -> ResultSet {
        do {
            return try query(statement.sql, parameters)
        } catch {
            throw AdministrationError(error)
        }
    }
}
