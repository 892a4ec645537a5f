internal import Database
internal import ParlayAPI
internal import Tenancy

/// The caller's inbox.
struct NoticeService {
    private let session: Session

    init(_ session: Session) { self.session = session }

    func page(_ page: Page, unread: Bool) async throws -> [Notice] {
        try await session.read(
            NoticeStore.page(
                .id(session.tenant.id),
                .boolean(unread),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        ).all
    }

    func markRead(_ read: InboxRead) async throws {
        let (tenant, now) = (Parameter.id(session.tenant.id), Parameter.time(session.now))
        switch read {
        case .ids(let ids): _ = try await session.write(NoticeStore.markRead(tenant, .integers(ids), now))
        case .upTo(let id): _ = try await session.write(NoticeStore.markReadUpTo(tenant, .integer(id), now))
        case .about(let subject):
            _ = try await session.write(
                NoticeStore.markReadAbout(tenant, .text(subject.type), now, .integer(subject.id))
            )
        }
    }
}
