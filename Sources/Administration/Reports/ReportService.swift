internal import Database
internal import ParlayAPI
internal import Tenancy

/// The rules of reports.
package struct ReportService: Sendable {
    private let subjects: [ReportSubject]

    /// Accounts can be reported everywhere.
    static let account = ReportSubject(
        "account",
        ReportRequest.accountID,
        ReportStore.account,
        refusal: FieldRule("reportableOther", "There is no other person with this id."),
        id: \.accountID
    )

    /// - Parameter subjects: what can be reported besides accounts.
    package init(subjects: [ReportSubject]) { self.subjects = subjects + [Self.account] }

    /// - Parameters:
    ///   - statuses: `nil` for all.
    ///   - person: of whom the subjects are; `nil` for everybody.
    func page(_ page: Page, _ statuses: [String]?, about person: Int64?, in session: Session) async throws
        -> [Report]
    {
        try await session.read(
            ReportStore.page(
                .id(session.tenant.id),
                statuses.map { .texts($0) } ?? .null,
                .integer(page.after?.first),
                .integer(page.fetchLimit),
                .integer(person)
            )
        ).map { $0.report(in: session.tenant) }
    }

    /// - Parameter copy: of the subject.
    func report(_ request: ReportRequest, of copy: ReportedRow, in session: Session) async throws -> Report {
        let tenant = Parameter.id(session.tenant.id)
        let (subject, id) = subject(of: request)
        let made = try await session.write(
            ReportStore.create(
                tenant,
                .text(subject.type),
                .integer(id),
                .text(request.reason.rawValue),
                .text(request.text),
                .time(session.now),
                .integer(copy.person),
                .text(copy.title),
                .text(copy.text),
                .integer(copy.photoVersion)
            )
        )
        return try made.one.report(in: session.tenant)
    }

    /// What is reported. Refuses the field whose subject the caller cannot report.
    func requireSubject(
        of request: ReportRequest,
        _ body: inout BodyReader,
        in session: Session
    ) async throws -> ReportedRow? {
        let (subject, id) = subject(of: request)
        guard body.has(subject.field), body.isValid(subject.field) else { return nil }
        let query = subject.found(.id(session.tenant.id), .integer(id))
        if let found = try await session.read(query).first { return found }
        body.refuse(subject.field, subject.refusal)
        return nil
    }

    /// The one subject that a valid request names.
    private func subject(of request: ReportRequest) -> (subject: ReportSubject, id: Int64) {
        for subject in subjects {
            if let id = subject.id(request) { return (subject, id) }
        }
        return (Self.account, 0)
    }

    func report(_ id: ReportID, in session: Session) async throws -> Report {
        guard let found = try await session.read(ReportStore.find(.id(session.tenant.id), .id(id))).first
        else {
            throw Self.notOne(id)
        }
        return found.report(in: session.tenant)
    }

    func decide(_ id: ReportID, _ update: ReportUpdate, in session: Session) async throws -> Report {
        let decided = try await session.write(
            ReportStore.decide(
                .id(session.tenant.id),
                .id(id),
                .text(update.status.new?.rawValue),
                .boolean(update.note != .keep),
                .text(update.note.new ?? nil),
                .time(session.now)
            )
        )
        guard let row = try decided.first else { throw Self.notOne(id) }
        return row.report(in: session.tenant)
    }

    private static func notOne(_ id: ReportID) -> TenancyError {
        .notFound("There is no report \(id.rawValue).")
    }
}

package struct ReportID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
