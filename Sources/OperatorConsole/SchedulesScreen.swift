internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// What runs by the clock, with a button that runs it now.
struct SchedulesScreen {
    private let visit: ConsoleVisit

    init(_ visit: ConsoleVisit) { self.visit = visit }

    func show() async throws -> Response {
        let schedules = try await ScheduleEntry.all(visit.database)
        return visit.page(
            visit.text(.schedules),
            in: .schedules,
            every: 30,
            """
            \(PageHead(visit.text(.schedules), lead: "\(visit.text(.schedulesText))"))
            \(visit.flash(["enqueued": .enqueued]))
            \(Table(
                id: "schedules",
                caption: visit.text(.schedules),
                hidesCaption: true,
                columns: [
                    .init(visit.text(.name)), .init(visit.utc(.when)),
                    .init(visit.utc(.lastRun)), .init(visit.utc(.nextRun)), .init(visit.text(.runNow)),
                ],
                rows: schedules.map(row),
                narrow: .rows,
                empty: EmptyState(.clock, visit.text(.noSchedules), visit.text(.noSchedulesText))
            ))
            \(visit.command("parlay admin jobs run KIND"))
            """
        )
    }

    private func row(_ schedule: ScheduleEntry) -> Table.Row {
        let next =
            schedule.isEnabled
            ? (try? Cron(schedule.cron))?.next(after: visit.now.milliseconds) : nil
        let form = visit.move(
            "run",
            to: "/schedules",
            """
            <input type="hidden" name="kind" value="\(schedule.kind)">\
            \(Button(visit.text(.runNow), .quiet))\(spoken(schedule.name))
            """
        )
        let kind: HTML =
            schedule.kind == schedule.name ? .none : " <span class=\"soft\">\(schedule.kind)</span>"
        return Table.Row([
            "<a href=\"\(ConsoleVisit.link("/jobs", [("kind", schedule.kind)]))\">\(schedule.name)</a>\(kind)",
            "<code>\(schedule.cron)</code>", visit.time(Timestamp(milliseconds: schedule.lastTick)),
            next.map { visit.time(Timestamp(milliseconds: $0)) } ?? "\(Badge(visit.text(.off)))", form,
        ])
    }

    func run() async throws -> Response {
        guard let kind = visit.typed("kind"), try await OperatorJobs.run(kind: kind, visit.database) != nil
        else {
            throw ConsoleError.notFound
        }
        return visit.redirect(to: "/schedules?done=enqueued")
    }
}
