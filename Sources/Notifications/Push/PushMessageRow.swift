internal import Database
internal import Localization
internal import ParlayAPI
internal import Security
internal import Tenancy

/// What to push, and to which device.
struct PushMessageRow: RowReadable {
    /// `$4` is the present time. How long it is quiet yet is reckoned by the clock on the wall: on the day when clocks change the first
    /// message may come an hour late, or the job looks once more.
    static let columns: SQLFragment =
        [
            "d.platform", "d.endpoint", "d.digest", "d.public_key", "d.secret", "a.id",
            "a.settings ->> 'locale'",
            "t.settings ->> 'locale'", "a.settings ->> 'time_zone'",
            "coalesce(a.settings -> 'push_text' = 'true'::jsonb, false)", "n.id", "n.kind", "n.title",
            "n.text",
            "n.subject_type", "n.subject_id", "n.created_at", "n.arguments::text",
            """
            (select extract(epoch from q.ends - q.clock + case when q.ends > q.clock then '0 h' else '24 h' end::interval)::bigint
               from (select local_time($4, a.settings ->> 'time_zone')::time as clock,
                            split_part(a.settings ->> 'quiet_hours', '-', 1)::time as begins,
                            split_part(a.settings ->> 'quiet_hours', '-', 2)::time as ends
                      where a.settings ->> 'quiet_hours' is not null and n.kind <> 'account_security') as q
              where case when q.begins < q.ends then q.clock >= q.begins and q.clock < q.ends
                         else q.clock >= q.begins or q.clock < q.ends end)
            """,
        ] + SQLFragment(joining: "case when d.platform <> 'web' then", TenantSettings.ofPushApps, "end")

    /// `nil` for one that this version does not know.
    let platform: PushPlatform?
    /// The address of a browser, or the token of an app.
    let endpoint: String
    let digest: [UInt8]
    /// `nil` for an app, and for keys that this version does not take.
    let receiver: WebPushReceiver?
    let account: AccountID
    /// By their settings, else by the tenant's, else English.
    let localizer: Localizer
    let wantsText: Bool
    let notice: Int64
    let isUrgent: Bool
    let title: String
    let text: String
    /// What it is about.
    let subject: (type: String, id: Int64)?
    let createdAt: Timestamp
    let arguments: [String: JSONValue]?
    /// Seconds until the quiet hours end; `nil` outside of them.
    let quietFor: Int64?
    /// Those of the tenant that an app needs; `nil` for a browser.
    let settings: TenantSettings?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        platform = PushPlatform(rawValue: try columns.text())
        endpoint = try columns.text()
        digest = try columns.bytes()
        let (point, secret) = (try columns.optionalBytes(), try columns.optionalBytes())
        receiver = point.flatMap { point in secret.flatMap { WebPushReceiver(point: point, secret: $0) } }
        account = try columns.id()
        let (own, common) = (try columns.optionalText(), try columns.optionalText())
        localizer = Localizer(locales: [own, common], timeZone: try columns.optionalText())
        wantsText = try columns.boolean()
        notice = try columns.integer()
        isUrgent = try columns.text() == NoticeKind.accountSecurity.rawValue
        title = try columns.text()
        text = try columns.text()
        let type = try columns.optionalText()
        let id = try columns.optionalInteger()
        subject = type.flatMap { type in id.map { (type, $0) } }
        createdAt = try columns.time()
        arguments = try columns.noticeArguments()
        quietFor = try columns.optionalInteger()
        settings = try columns.optionalText().flatMap { try? TenantSettings(stored: Array($0.utf8)) }
    }
}
