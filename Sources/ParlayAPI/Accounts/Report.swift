/// A report to the moderators.
public struct Report: Resource, Hashable {
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
    /// The moderators' note; `nil` for the reporter.
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

    public mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The report's id.")
        object.member("by", &by, "The person who reported it.")
        object.member("about", &about, "An account, a match or a wager.")
        object.member("reason", &reason, "What is wrong.")
        object.member("text", &text, "The reporter's own words; may be empty.")
        object.member("status", &status, "What the moderators decided.")
        object.member("note", &note, "A note of the moderators.")
        object.member("created_at", &createdAt, "When it was reported.")
    }
}

extension Report {
    public static var schemaSummary: String { "A report to the moderators." }

    public static var example: Report {
        Report(
            id: 3,
            by: .ada,
            about: Subject(type: "account", id: 12),
            reason: .spam,
            text: "Sends the same link to everybody.",
            status: .resolved,
            note: "Warned them.",
            createdAt: .example
        )
    }
}

extension Report {
    /// As its author gets it.
    package static var made: Report {
        var report = example
        report.status = Extensible(.open)
        report.note = nil
        return report
    }
}

/// The body of `POST /reports/`: the subject and the reason. Exactly one id.
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
    static let text = BodyField.text("text", 0...2_000, "A description in your own words.").defaulting(to: "")

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

    /// An update that changes nothing.
    public init() {}

    static let status = BodyField<Report.Status>.choice("status", of: Report.Status.self, "What was decided.")
    static let note = BodyField.text("note", 1...2_000, "A note for moderators; null clears it.").optional

    public init(reading body: inout BodyReader) {
        status = body.change(Self.status)
        note = body.change(Self.note)
    }

    enum CodingKeys: String, CodingKey {
        case status
        case note
    }
}
