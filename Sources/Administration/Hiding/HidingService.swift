internal import Accounts
internal import Database
internal import Notifications
internal import ParlayAPI
internal import Tenancy

/// The rules of what moderators hide.
package struct HidingService: Sendable {
    let subjects: [HideableSubject]

    /// - Parameter subjects: what can be hidden besides parts of accounts.
    package init(subjects: [HideableSubject]) { self.subjects = [HideableAccount.subject] + subjects }

    /// The kind of subject that a tenant knows by this name.
    private func subject(_ type: String, in session: Session) -> HideableSubject? {
        subjects.first { subject in
            subject.type == type && subject.module.map(session.tenant.modules.contains) != false
        }
    }

    /// Refuses types and parts that do not exist.
    func validate(_ request: HidingRequest, _ body: inout BodyReader, in session: Session) {
        guard body.isValid(HidingRequest.subject) else { return }
        guard let subject = subject(request.subject.type, in: session) else {
            let types = subjects.filter { $0.module.map(session.tenant.modules.contains) != false }.map(
                \.type
            )
            body.refuse(FieldErrors("subject.type", .chooseFrom(types)))
            return
        }
        guard body.isValid(HidingRequest.part), let rule = subject.refusal(of: request.part) else {
            return
        }
        body.refuse(HidingRequest.part, rule)
    }

    func page(_ page: Page, in session: Session) async throws -> [HiddenContent] {
        try await session.read(
            HidingStore.page(.id(session.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        ).map { $0.resource(in: session.tenant) }
    }

    /// Hides what a checked request names, and notifies the author of the reason.
    func hide(_ request: HidingRequest, in session: Session) async throws -> HiddenContent {
        guard let subject = subject(request.subject.type, in: session) else {
            throw Self.unknown
        }
        let (tenant, now) = (session.tenant.id, session.now)
        let part = request.part ?? ""
        return try await session.transaction {
            let marked = try await session.write(
                subject.mark(
                    .id(tenant),
                    .integer(request.subject.id),
                    .text(part),
                    .boolean(true),
                    .time(now)
                )
            )
            guard let row = try marked.first else { throw Self.unknown }
            let made = try await session.write(
                HidingStore.create(
                    .id(tenant),
                    .integer(row.author),
                    .text(subject.type),
                    .integer(request.subject.id),
                    .text(part),
                    .text(request.reason),
                    .time(now)
                )
            )
            guard let hidden = try made.first else { throw HidingError.alreadyHidden }
            let notice = NoticeDraft(
                to: [AccountID(rawValue: row.author)],
                .contentRemoved,
                title: "Hidden by a moderator",
                text: "A moderator has hidden \(row.what) from others: \(request.reason)",
                subject: Subject(type: subject.type, id: request.subject.id),
                by: try await session.principal().accountID,
                arguments: NoticeArguments(
                    AdministrationNoticeText.contentHidden,
                    [
                        "what_words": .string(Self.words(subject.type, part)),
                        "reason": .string(request.reason),
                    ]
                )
            )
            _ = try await session.write(notice.query(tenant, at: now))
            return hidden.resource(in: session.tenant)
        }
    }

    /// Shows again what an entry names. What is gone meanwhile stays gone.
    func show(_ id: HiddenContentID, in session: Session) async throws {
        try await session.transaction {
            let deleted = try await session.write(
                HidingStore.delete(.id(session.tenant.id), .id(id), .time(session.now))
            )
            guard let row = try deleted.first else {
                throw TenancyError.notFound("There is no hidden content \(id.rawValue).")
            }
            // Also of a module that is off by now.
            guard let subject = subjects.first(where: { $0.type == row.subject.type }) else { return }
            _ = try await session.write(
                subject.mark(
                    .id(session.tenant.id),
                    .integer(row.subject.id),
                    .text(row.part),
                    .boolean(false),
                    .time(session.now)
                )
            )
        }
    }

    /// The text for what was hidden: of a part of accounts `hidden_bio`, else `hidden_` and the type of the subject.
    private static func words(_ type: String, _ part: String?) -> String {
        "hidden_" + (type == "account" ? part ?? type : type)
    }

    private static let unknown = Problem.invalidFields(
        FieldErrors("subject.id", FieldRule("hideable", "There is nothing to hide with this id."))
    )
}

package struct HiddenContentID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
