/// A report to the moderators.
public struct Report: Resource, Hashable {
    /// What is wrong with the subject.
    public enum Reason: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case spam
        case abuse
        case fraud
        case other
    }

    /// Whether moderators have decided.
    public enum Status: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case open
        case resolved
    }

    public var id: Int64
    /// Who reports.
    public var by: Person
    /// An `account`, a `match` or a `wager`.
    public var about: Subject
    /// What is wrong with the subject.
    public var reason: Extensible<Reason>
    /// The reporter's own words; may be empty.
    public var text: String
    /// Whether moderators have decided.
    public var status: Extensible<Status>
    /// The moderators' note; `nil` for the reporter.
    public var note: String?
    /// Whose the subject is; `nil` for the reporter, and if it is unknown.
    public var person: Person?
    /// What the subject is called; `nil` for the reporter, and once it is erased.
    public var title: String?
    /// The subject as it was when it was reported; `nil` for the reporter, and once it is erased.
    public var subjectCopy: SubjectCopy?
    /// When it was reported.
    public var createdAt: Timestamp

    public init(
        id: Int64,
        by: Person,
        about: Subject,
        reason: Reason,
        text: String,
        status: Status = .open,
        note: String? = nil,
        person: Person? = nil,
        title: String? = nil,
        subjectCopy: SubjectCopy? = nil,
        createdAt: Timestamp
    ) {
        self.id = id
        self.by = by
        self.about = about
        self.reason = Extensible(reason)
        self.text = text
        self.status = Extensible(status)
        self.note = note
        self.person = person
        self.title = title
        self.subjectCopy = subjectCopy
        self.createdAt = createdAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The report's id.")
        object.member("by", &by, "The person who reported it.")
        object.member("about", &about, "An account, a match or a wager.")
        object.member("reason", &reason, "What is wrong.")
        object.member("text", &text, "The reporter's own words; may be empty.")
        object.member("status", &status, "What the moderators decided.")
        object.member("note", &note, "A note of the moderators.")
        object.member("person", &person, "The account that the subject belongs to; `null` for the reporter.")
        object.member(
            "title",
            &title,
            "The subject's name; `null` for the reporter, and once it is erased."
        )
        object.member(
            "subject_copy",
            &subjectCopy,
            "The subject when it was reported; `null` for the reporter, and 90 days after the report is resolved."
        )
        object.member("created_at", &createdAt, "When it was reported.")
    }
}

extension Report {
    package static var schemaSummary: String { "A report to the moderators." }

    package static var example: Report {
        Report(
            id: 3,
            by: .ada,
            about: Subject(type: "account", id: 12),
            reason: .spam,
            text: "Sends the same link to everybody.",
            status: .resolved,
            note: "Warned them.",
            person: .dora,
            title: "dora",
            subjectCopy: .example,
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
        report.person = nil
        report.title = nil
        report.subjectCopy = nil
        return report
    }
}

/// The subject of a report, as it was when it was reported.
public struct SubjectCopy: Resource, Hashable {
    /// The names and the bio of a person, the name and the description of a wager, the place of a match.
    public var text: String
    /// The version in the person's `photo` then; `nil` without one.
    public var photoVersion: Int64?

    public init(text: String, photoVersion: Int64? = nil) {
        self.text = text
        self.photoVersion = photoVersion
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("text", &text, "The text that could be read; may be empty.")
        object.member(
            "photo_version",
            &photoVersion,
            "The version in the path of the photo; `null` without one."
        )
    }
}

extension SubjectCopy {
    package static var schemaSummary: String { "The subject of a report when it was reported." }

    package static var example: SubjectCopy { SubjectCopy(text: "dora\nDora Weiss\nBuy at example.com!") }
}

/// The body of `POST /reports/`: the subject and the reason. Exactly one id.
public struct ReportRequest: RequestBody, Hashable {
    /// A person. Exactly one of the three ids is not `nil`.
    public var accountID: Int64?
    /// With the module `meetups`.
    public var matchID: Int64?
    /// With the module `wagers`.
    public var wagerID: Int64?
    /// What is wrong with the subject.
    public var reason: Report.Reason = .other
    /// The caller's own words; may be empty.
    public var text: String = ""

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

    package static let accountID = BodyField.integer("account_id", 1...Int64.max, "A person.").optional
    package static let matchID = BodyField.integer("match_id", 1...Int64.max, "A match of your own.").optional
        .only(in: .meetups)
    package static let wagerID = BodyField.integer("wager_id", 1...Int64.max, "A wager.").optional
        .only(in: .wagers)
    static let reason = BodyField<Report.Reason>.choice("reason", of: Report.Reason.self, "What is wrong.")
    static let text = BodyField.text("text", 0...2_000, "A description in your own words.").defaulting(to: "")

    private static let oneSubject = FieldRule("oneSubject", "Name exactly one account, match or wager.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.accountID, &accountID)
        body.field(Self.matchID, &matchID)
        body.field(Self.wagerID, &wagerID)
        body.field(Self.reason, &reason)
        body.field(Self.text, &text)
        body.check { body in
            let named = [Self.accountID, Self.matchID, Self.wagerID].filter { body.has($0) }
            if named.isEmpty {
                body.refuse(Self.accountID, Self.oneSubject)
            }
            for field in named.dropFirst() { body.refuse(field, Self.oneSubject) }
        }
    }
}

/// The body of `PATCH /admin/reports/{id}/`.
public struct ReportUpdate: RequestBody, Hashable {
    /// `resolved` closes the report, `open` opens it again.
    public var status: Change<Report.Status> = .keep
    /// A note for moderators, which the reporter does not see; `.set(nil)` clears it.
    public var note: Change<String?> = .keep

    /// An update that changes nothing.
    public init() {}

    static let status = BodyField<Report.Status>.choice("status", of: Report.Status.self, "What was decided.")
    static let note = BodyField.text("note", 1...2_000, "A note for moderators; null clears it.").optional

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.status, &status)
        body.field(Self.note, &note)
    }
}
