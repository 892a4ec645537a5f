package enum DatabaseError: Error, Equatable, CustomStringConvertible {
    /// There was no connection, or it was lost before a commit was possible: nothing was changed.
    case unavailable(String)
    /// The connection was lost when a commit may already have happened: whether a write took effect is unknown.
    case outcomeUnknown
    /// Too many statements are waiting, or one waited too long for a connection; nothing was sent.
    case overloaded
    /// The server refused a statement; its unit was rolled back.
    case statement(StatementFailure)
    /// A column did not have the expected type or value.
    case decoding(String)

    package var description: String {
        switch self {
        case .unavailable(let why): "database unavailable: \(why)"
        case .outcomeUnknown: "the connection to the database was lost before it answered"
        case .overloaded: "too many statements are waiting for the database"
        case .statement(let failure): failure.description
        case .decoding(let what): "unexpected result: \(what)"
        }
    }

    /// What happened, in the server's or libpq's words and without codes.
    package var reason: String {
        switch self {
        case .unavailable(let why): why
        case .statement(let failure): failure.message
        default: description
        }
    }

    /// Whether the schema is older than the statement, or there is none.
    package var lacksSchema: Bool {
        guard case .statement(let failure) = self else { return false }
        switch failure.sqlState {
        case .undefinedTable, .undefinedColumn, .undefinedFunction, .invalidSchemaName: return true
        // The role that a session takes is made by the first migration.
        case .invalidParameterValue: return failure.message.hasPrefix("role ")
        default: return false
        }
    }

    /// The named constraint that a statement violated, if that is why it failed.
    package var constraint: String? {
        guard case .statement(let failure) = self else { return nil }
        return failure.constraint
    }

    package var sqlState: SQLState? {
        guard case .statement(let failure) = self else { return nil }
        return failure.sqlState
    }
}

/// The server's error fields for a statement (PostgreSQL manual, 55.8 "Error and Notice Message Fields").
package struct StatementFailure: Equatable, Sendable, CustomStringConvertible {
    package let sqlState: SQLState
    package let message: String
    package let constraint: String?
    /// FATAL or PANIC: the server's last message on the connection. Uncommitted changes are rolled back.
    package let endsSession: Bool

    package init(
        sqlState: SQLState,
        message: String,
        constraint: String? = nil,
        endsSession: Bool = false
    ) {
        self.sqlState = sqlState
        self.message = message
        self.constraint = constraint
        self.endsSession = endsSession
    }

    package var description: String { "\(sqlState.rawValue): \(message)" }
}

/// A five-character code of PostgreSQL (manual, appendix A).
package struct SQLState: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let uniqueViolation = SQLState(rawValue: "23505")
    package static let foreignKeyViolation = SQLState(rawValue: "23503")
    package static let checkViolation = SQLState(rawValue: "23514")
    package static let insufficientPrivilege = SQLState(rawValue: "42501")
    package static let serializationFailure = SQLState(rawValue: "40001")
    package static let deadlockDetected = SQLState(rawValue: "40P01")
    package static let invalidStatementName = SQLState(rawValue: "26000")
    package static let queryCanceled = SQLState(rawValue: "57014")
    package static let lockNotAvailable = SQLState(rawValue: "55P03")
    package static let characterNotInRepertoire = SQLState(rawValue: "22021")
    package static let readOnlyTransaction = SQLState(rawValue: "25006")
    package static let noActiveTransaction = SQLState(rawValue: "25P01")
    package static let inFailedTransaction = SQLState(rawValue: "25P02")
    package static let programLimitExceeded = SQLState(rawValue: "54000")
    package static let invalidRegularExpression = SQLState(rawValue: "2201B")
    package static let outOfMemory = SQLState(rawValue: "53200")
    package static let statementTooComplex = SQLState(rawValue: "54001")
    package static let duplicateObject = SQLState(rawValue: "42710")
    package static let objectInUse = SQLState(rawValue: "55006")
    package static let undefinedTable = SQLState(rawValue: "42P01")
    package static let undefinedColumn = SQLState(rawValue: "42703")
    package static let undefinedFunction = SQLState(rawValue: "42883")
    package static let invalidSchemaName = SQLState(rawValue: "3F000")
    package static let invalidParameterValue = SQLState(rawValue: "22023")

    /// The tenant does not live in this cell, or not now; see `refuse_tenant()`.
    package static let tenantClosed = SQLState(rawValue: "PL001")

    /// The server is stopping or not ready yet: class 57P and 08.
    package var isConnectionLoss: Bool { rawValue.hasPrefix("57P") || rawValue.hasPrefix("08") }

    /// The server lacks memory or disk space, or its disk fails: classes 53 and 58. Repeating the statement may help when
    /// the operator has.
    package var isShortage: Bool { rawValue.hasPrefix("53") || rawValue.hasPrefix("58") }

    /// The same unit may succeed if it is sent again.
    package var isTransient: Bool { self == .serializationFailure || self == .deadlockDetected }
}
