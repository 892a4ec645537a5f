internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The figures that charts show.
package struct FigureRoutes: Sendable {
    private let service: FigureService

    /// - Parameter figures: those of all components.
    package init(_ figures: [Figure]) { service = FigureService(figures) }

    package var routes: [TenantRoute] { [TenantRoute(FigureCalls.show, handler: show)] }

    private func show(_ call: Call) async throws -> Response {
        let (from, to) = try days(call)
        return Response.json(try await service.report(from: from, to: to, in: call.session)).taggedByContent
    }

    private func days(_ call: Call) throws -> (from: CivilDate, to: CivilDate) {
        let today = CivilDate(secondsSinceEpoch: call.session.now.milliseconds / 1000)
        let (given, last) = (try call.query[FigureCalls.from], try call.query[FigureCalls.to])
        guard let to = last ?? today, let from = given ?? CivilDate(daysSinceEpoch: to.daysSinceEpoch - 29)
        else {
            throw TenancyError.badQuery(parameter: FigureCalls.to.name, reason: "to must be a later date.")
        }
        guard from <= to, to.daysSinceEpoch - from.daysSinceEpoch < FigureCalls.mostDays else {
            let reason = "from must be at most \(FigureCalls.mostDays - 1) days before to."
            throw TenancyError.badQuery(parameter: FigureCalls.from.name, reason: reason)
        }
        return (from, to)
    }
}
