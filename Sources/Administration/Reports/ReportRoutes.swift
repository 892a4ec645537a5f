internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Reports, and the moderators' queue.
package struct ReportRoutes: Sendable {
    private let reports: ReportService

    package init(_ reports: ReportService) { self.reports = reports }

    package var routes: [TenantRoute] {
        [
            TenantRoute(ReportCalls.create, handler: create),
            TenantRoute(ReportCalls.list, handler: list),
            TenantRoute(ReportCalls.show, handler: show),
            TenantRoute(ReportCalls.decide, handler: decide),
        ]
    }

    private func create(_ call: Call) async throws -> Response {
        var subject: ReportedRow?
        let request = try await call.decode(try call.object(), as: ReportRequest.self) { request, body in
            subject = try await reports.requireSubject(of: request, &body, in: call.session)
        }
        guard let subject else { throw TenancyError.notFound("There is no such subject.") }
        return Response.json(try await reports.report(request, of: subject, in: call.session), status: 201)
            .taggedByContent
    }

    private func list(_ call: Call) async throws -> Response {
        let statuses = try call.query[ReportCalls.status]?.map(\.rawValue)
        let person = try call.query[ReportCalls.person].map(Int64.init)
        let page = try call.page(
            filters: [
                (ReportCalls.status.name, statuses?.joined(separator: ",")),
                (ReportCalls.person.name, person.map { "\($0)" }),
            ],
            keys: 1
        )
        let reports = try await reports.page(page, statuses, about: person, in: call.session)
        return try await call.list(reports, page) { [reports[$0].id] }
    }

    private func show(_ call: Call) async throws -> Response {
        Response.json(try await reports.report(try call.id("id", as: ReportID.self), in: call.session))
            .taggedByContent
    }

    private func decide(_ call: Call) async throws -> Response {
        let object = try call.object()
        let id = try call.id("id", as: ReportID.self)
        let current = Response.json(try await reports.report(id, in: call.session))
        try call.requireMatch(current.contentTag)
        let update = try call.decode(object, as: ReportUpdate.self, mode: .merge)
        return Response.json(try await reports.decide(id, update, in: call.session)).taggedByContent
    }
}
