package import Database
internal import ParlayAPI

/// The rules of reports.
package struct ReportService: Sendable {
    private let reportable: [String: Statement]

    /// - Parameter reportable: see `FeatureParts.reportable`.
    package init(reportable: [String: Statement]) { self.reportable = reportable }

    func report(_ request: ReportRequest, in session: Session) async throws -> Report {
        let tenant = Parameter.id(session.tenant.id)
        let subject = Self.subject(of: request).subject
        let results = try await session.write(
            ReportStore.create(
                tenant,
                .text(subject.type),
                .integer(subject.id),
                .text(request.reason.rawValue),
                .text(request.text),
                .time(session.now)
            )
        )
        guard let row = results[0].first else { throw DatabaseError.decoding("no report was made") }
        return try Report(row, in: session.tenant)
    }

    /// Refuses the field whose row the caller cannot report.
    func requireSubject(
        of request: ReportRequest,
        _ body: inout BodyReader,
        in session: Session
    ) async throws {
        let (subject, field) = Self.subject(of: request)
        guard body.has(field), body.isValid(field) else { return }
        let lookup = subject.type == "account" ? ReportStore.account : reportable[subject.type]
        if let lookup {
            let query = lookup(.id(session.tenant.id), .integer(subject.id))
            guard try await session.read(query)[0].isEmpty else { return }
        }
        body.refuse(
            field,
            subject.type == "account"
                ? "There is nobody else with this id."
                : "There is no such \(subject.type) that you could report."
        )
    }

    /// The one thing that a valid request names, and the field that names it.
    private static func subject(of request: ReportRequest) -> (subject: Subject, field: BodyField<Int64?>) {
        if let id = request.matchID {
            (Subject(type: "match", id: id), ReportRequest.matchID)
        } else if let id = request.wagerID {
            (Subject(type: "wager", id: id), ReportRequest.wagerID)
        } else {
            (Subject(type: "account", id: request.accountID ?? 0), ReportRequest.accountID)
        }
    }

    func requireReport(_ id: ReportID, in session: Session) async throws {
        let results = try await session.read(ReportStore.find(.id(session.tenant.id), .id(id)))
        if results[0].isEmpty { throw Self.notOne(id) }
    }

    func decide(_ id: ReportID, _ update: ReportUpdate, in session: Session) async throws -> Report {
        var status: Report.Status?
        if case .set(let new) = update.status { status = new }
        var note: String??
        if case .set(let new) = update.note { note = .some(new) }
        let results = try await session.write(
            ReportStore.decide(
                .id(session.tenant.id),
                .id(id),
                .text(status?.rawValue),
                .boolean(note != nil),
                .text(note ?? nil),
                .time(session.now)
            )
        )
        guard let row = results[0].first else { throw Self.notOne(id) }
        return try Report(row, in: session.tenant)
    }

    private static func notOne(_ id: ReportID) -> TenancyError {
        .notFound("There is no report \(id.rawValue).")
    }
}

package struct ReportID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
