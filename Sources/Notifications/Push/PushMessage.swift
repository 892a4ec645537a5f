internal import Localization
internal import ParlayAPI
internal import Security
internal import Tenancy

/// What a device shows of a notice, whatever its push service.
struct PushMessage {
    private static let (titleLimit, textLimit) = (300, 1500)

    let notice: Int64
    let title: String
    /// `nil` for who wants the title only.
    let text: String?
    let locale: String
    let isUrgent: Bool
    /// 22 characters. A later message about the same subject replaces this one, also where it waits. It tells push services nothing.
    let topic: String
    /// Seconds for which it is worth to be delivered, and until when: since 1970.
    let (lifetime, expiry): (Int64, Int64)

    /// - Parameter age: of the notice, in seconds.
    init(_ row: PushMessageRow, of tenant: Int64, notices: TextLookup, signer: Signer, age: Int64) {
        let words = NoticeText(
            arguments: row.arguments,
            title: row.title,
            text: row.text,
            notices,
            row.localizer,
            now: row.createdAt
        )
        notice = row.notice
        title = Self.begin(words.title, Self.titleLimit)
        text = row.wantsText ? Self.begin(words.text, Self.textLimit) : nil
        locale = row.localizer.locale
        isUrgent = row.isUrgent
        let subject = row.subject.map { "\($0.type) \($0.id)" } ?? "notice \(row.notice)"
        let name = "\(tenant) \(row.account.rawValue) \(subject)"
        topic = Base64URL.encode(signer.derive(Array(name.utf8), context: "push_topic"))
        lifetime = PushSender.lifetime - age
        expiry = row.createdAt.milliseconds / 1000 + PushSender.lifetime
    }

    /// JSON with title and text; with the title alone if that is longer than the service takes.
    func json(atMost limit: Int, _ object: (_ text: String?) -> JSONObject) -> [UInt8] {
        let whole = object(text).jsonBytes()
        return text == nil || whole.count <= limit ? whole : object(nil).jsonBytes()
    }

    /// As many whole characters as fit in this many bytes.
    private static func begin(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var short = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            guard count < limit - 2 else { break }
            short.append(character)
        }
        return short + "…"
    }
}
