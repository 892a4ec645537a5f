internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Reports, and the moderators' queue.
package struct ReportRoutes: Sendable {
    private static let status = QueryField.choices(
        "status",
        of: Report.Status.self,
        "Only reports in these states."
    )

    private let reports: ReportService

    package init(_ reports: ReportService) { self.reports = reports }

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .post,
                "reports",
                "Report a person or something they did",
                body: .json,
                handler: create
            )
            .explained("Only moderators see the report. The reported person is not told.")
            .taking(
                ReportRequest.self,
                example: ["account_id": 12, "reason": "spam", "text": "Sends the same link to everybody."]
            )
            .answering(201, .resource(Report.self), example: Report.made),
            TenantRoute(.get, "admin/reports", "List reports", access: .role(.moderator), handler: list)
                .explained(
                    "Newest first. `subject_copy` is what was reported as it was then, until 90 days after the report is resolved."
                )
                .query(Self.status).paged
                .answering(200, .page(of: Report.self)),
            TenantRoute(
                .patch,
                "admin/reports/{id:id}",
                "Decide on a report",
                access: .role(.moderator),
                body: .json,
                handler: decide
            )
            .explained("Sets the status, a note, or both.")
            .taking(ReportUpdate.self, mode: .merge, example: ["status": "resolved", "note": "Warned them."])
            .answering(200, .resource(Report.self))
            .refusing(404, "not_found", "There is no such report."),
        ]
    }

    private func create(_ call: Call) async throws -> Response {
        var subject: ReportedRow?
        let request = try await call.decode(try call.object(), as: ReportRequest.self) { request, body in
            subject = try await reports.requireSubject(of: request, &body, in: call.session)
        }
        guard let subject else { throw TenancyError.notFound("There is no such subject.") }
        return .json(try await reports.report(request, of: subject, in: call.session), status: 201)
    }

    private func list(_ call: Call) async throws -> Response {
        let wanted = try call.query[Self.status]?.map(\.rawValue)
        let page = try call.page(filters: [(Self.status.name, wanted?.joined(separator: ","))], keys: 1)
        let rows = try await call.session.read(
            ReportStore.page(
                .id(call.tenant.id),
                wanted.map { .texts($0) } ?? .null,
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        )
        let reports = try rows.map { $0.report(in: call.tenant) }
        return try await call.list(reports, page) { [reports[$0].id] }
    }

    private func decide(_ call: Call) async throws -> Response {
        let object = try call.object()
        let id = try call.id("id", as: ReportID.self)
        try await reports.requireReport(id, in: call.session)
        try call.requireMatchOfUntagged()
        let update = try call.decode(object, as: ReportUpdate.self, mode: .merge)
        return .json(try await reports.decide(id, update, in: call.session))
    }
}
