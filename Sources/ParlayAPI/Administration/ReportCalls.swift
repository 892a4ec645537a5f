/// The calls about reports.
package enum ReportCalls {
    package static let status = QueryField.choices(
        "status",
        of: Report.Status.self,
        "Only reports in these states."
    )
    package static let person = QueryField<Int?>.integer(
        "person",
        1...Int.max,
        "Only reports about this account, or about something of it."
    )

    package static let create = Endpoint<Void, ReportRequest, Report>(.post, "reports")
        .titled("Report a person or something they did")
        .explained("Only moderators see the report. The reported person is not notified.")
        .taking(example: ["account_id": 12, "reason": "spam", "text": "Sends the same link to everybody."])
        .answering(201, example: Report.made)

    package static let list = Endpoint<Void, Never, ListPage<Report>>(.get, "admin/reports")
        .access(.role(.moderator)).keys(.readReports).titled("List reports")
        .explained(
            "Newest first. `subject_copy` is the subject as it was when it was reported, until 90 days after the report is resolved."
        )
        .query(Self.status).query(Self.person).paged.answering(200)

    package static let show = Endpoint<Int64, Never, Report>(.get, "admin/reports/{id:id}")
        .access(.role(.moderator)).keys(.readReports).titled("Get a report").answering(200)
        .refusing(404, "not_found", "There is no such report.")

    package static let decide = Endpoint<Int64, ReportUpdate, Report>(.patch, "admin/reports/{id:id}")
        .access(.role(.moderator)).keys(.writeReports).titled("Decide on a report")
        .explained("Sets the status, a note, or both.")
        .taking(mode: .merge, example: ["status": "resolved", "note": "Warned them."]).answering(200)
        .refusing(404, "not_found", "There is no such report.")
}
