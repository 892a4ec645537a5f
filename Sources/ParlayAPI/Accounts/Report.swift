/// What somebody told the moderators.
public struct Report: Codable, Hashable, Sendable, JSONWritable {
    public enum Reason: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case spam
        case abuse
        case fraud
        case other
    }

    public enum Status: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case open
        case resolved
    }

    public var id: Int64
    /// Who reports.
    public var by: Person
    /// An `account`, a `match` or a `wager`.
    public var about: Subject
    public var reason: Extensible<Reason>
    public var text: String
    public var status: Extensible<Status>
    /// What the moderators wrote down; `nil` for who reports.
    public var note: String?
    public var createdAt: Timestamp

    public init(
        id: Int64,
        by: Person,
        about: Subject,
        reason: Reason,
        text: String,
        status: Status = .open,
        note: String? = nil,
        createdAt: Timestamp
    ) {
        self.id = id
        self.by = by
        self.about = about
        self.reason = Extensible(reason)
        self.text = text
        self.status = Extensible(status)
        self.note = note
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id
        case by
        case about
        case reason
        case text
        case status
        case note
        case createdAt = "created_at"
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.id, id)
            writer.member(CodingKeys.by, by)
            writer.member(CodingKeys.about, about)
            writer.member(CodingKeys.reason, reason)
            writer.member(CodingKeys.text, text)
            writer.member(CodingKeys.status, status)
            writer.member(CodingKeys.note, note)
            writer.member(CodingKeys.createdAt, createdAt)
        }
    }
}

/// The body of `POST /reports/`: what is reported and why. Exactly one id.
public struct ReportRequest: RequestBody, Codable, Hashable {
    public var accountID: Int64?
    /// With the module `meetups`.
    public var matchID: Int64?
    /// With the module `wagers`.
    public var wagerID: Int64?
    public var reason: Report.Reason
    public var text: String

    public init(
        accountID: Int64? = nil,
        matchID: Int64? = nil,
        wagerID: Int64? = nil,
        reason: Report.Reason,
        text: String = ""
    ) {
        self.accountID = accountID
        self.matchID = matchID
        self.wagerID = wagerID
        self.reason = reason
        self.text = text
    }

    public static let accountID = BodyField.integer("account_id", 1...Int64.max, "A person.").optional
    public static let matchID = BodyField.integer("match_id", 1...Int64.max, "A match of your own.").optional
        .only(in: .meetups)
    public static let wagerID = BodyField.integer("wager_id", 1...Int64.max, "A wager.").optional
        .only(in: .wagers)
    static let reason = BodyField<Report.Reason>.choice("reason", of: Report.Reason.self, "What is wrong.")
    static let text = BodyField.text("text", 0...2_000, "Your own words.").defaulting(to: "")

    public init(reading body: inout BodyReader) {
        accountID = body.read(Self.accountID)
        matchID = body.readIfEnabled(Self.matchID) ?? nil
        wagerID = body.readIfEnabled(Self.wagerID) ?? nil
        reason = body.read(Self.reason)
        text = body.read(Self.text)
        let named = [Self.accountID, Self.matchID, Self.wagerID].filter { body.has($0) }
        if named.isEmpty {
            body.refuse(Self.accountID, "Name exactly one account, match or wager.")
        }
        for field in named.dropFirst() { body.refuse(field, "Name exactly one account, match or wager.") }
    }

    enum CodingKeys: String, CodingKey {
        case accountID = "account_id"
        case matchID = "match_id"
        case wagerID = "wager_id"
        case reason
        case text
    }
}

/// The body of `PATCH /admin/reports/{id}/`.
public struct ReportUpdate: RequestBody, Codable, Hashable {
    public var status: Change<Report.Status> = .keep
    public var note: Change<String?> = .keep

    /// An update that keeps everything.
    public init() {}

    static let status = BodyField<Report.Status>.choice("status", of: Report.Status.self, "What was decided.")
    static let note = BodyField.text("note", 1...2_000, "The moderators' own; null clears it.").optional

    public init(reading body: inout BodyReader) {
        status = body.change(Self.status)
        note = body.change(Self.note)
    }

    enum CodingKeys: String, CodingKey {
        case status
        case note
    }
}
