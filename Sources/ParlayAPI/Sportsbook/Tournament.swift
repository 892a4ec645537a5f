/// A league's season, or a cup.
public struct Tournament: Resource, Hashable {
    /// Characters of a season, at most.
    public static let seasonLimit = 40

    public var id: Int64
    /// Such as `american_football`.
    public var sport: String
    /// The league or cup.
    public var name: String
    /// Such as `2025` or `2025/26`; `nil` without one.
    public var season: String?
    /// An `https` URL.
    public var iconURL: String?
    /// Whether it is still being played.
    public var status: Extensible<TournamentStatus>

    public init(
        id: Int64,
        sport: String,
        name: String,
        season: String? = nil,
        iconURL: String? = nil,
        status: TournamentStatus = .open
    ) {
        self.id = id
        self.sport = sport
        self.name = name
        self.season = season
        self.iconURL = iconURL
        self.status = Extensible(status)
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The tournament's id.")
        object.member("sport", &sport, "Such as `american_football` or `soccer`.")
        object.member("name", &name, "The name of the league or cup.")
        object.member("season", &season, "The season, such as `2025` or `2025/26`.")
        object.member("icon_url", &iconURL, "An icon, set by an admin.", format: "uri")
        object.member("status", &status, "Whether it is still being played.")
    }
}

extension Tournament {
    package static var schemaSummary: String { "A league's season, or a cup." }

    package static var example: Tournament {
        Tournament(id: 3, sport: "american_football", name: "NFL 2025", season: "2025")
    }
}

private enum TournamentFields {
    static let sport = BodyField<String>.name("sport", 1...50, "Such as `american_football` or `soccer`.")
    static let name = BodyField<String>.name("name", 1...100, "The name of the league or cup.")
    static let season = BodyField<String>.name(
        "season",
        1...Tournament.seasonLimit,
        "The season, such as `2025` or `2025/26`."
    )
    .optional
    static let iconURL = BodyField.text(
        "icon_url",
        1...500,
        "An icon: an https URL without a username.",
        format: "uri",
        rule: TextRule(
            WebAddress.securePattern,
            FieldRule("aSecureAddress", "Must be an absolute https URL without a username.")
        ) {
            WebAddress.isSecure($0)
        }
    )
    .optional
    static let status = BodyField<TournamentStatus>.choice(
        "status",
        of: TournamentStatus.self,
        "`closed` once it has been played."
    )
}

/// The body of `POST /admin/tournaments/`.
public struct TournamentDraft: RequestBody, Hashable {
    /// Such as `american_football` or `soccer`.
    public var sport: String = ""
    /// The league or cup.
    public var name: String = ""
    /// Such as `2025` or `2025/26`; `nil` without one.
    public var season: String?
    /// An `https` URL.
    public var iconURL: String?

    public init(sport: String, name: String, season: String? = nil, iconURL: String? = nil) {
        self.sport = sport
        self.name = name
        self.season = season
        self.iconURL = iconURL
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(TournamentFields.sport, &sport)
        body.field(TournamentFields.name, &name)
        body.field(TournamentFields.season, &season)
        body.field(TournamentFields.iconURL, &iconURL)
    }
}

/// The body of `PATCH /admin/tournaments/{id}/`.
public struct TournamentUpdate: RequestBody, Hashable {
    /// Such as `american_football` or `soccer`.
    public var sport: Change<String> = .keep
    /// The league or cup.
    public var name: Change<String> = .keep
    /// Such as `2025` or `2025/26`; `.set(nil)` removes it.
    public var season: Change<String?> = .keep
    /// An `https` URL without a username; `.set(nil)` removes it.
    public var iconURL: Change<String?> = .keep
    /// `closed` once it has been played.
    public var status: Change<TournamentStatus> = .keep

    /// An update that changes nothing.
    public init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(TournamentFields.sport, &sport)
        body.field(TournamentFields.name, &name)
        body.field(TournamentFields.season, &season)
        body.field(TournamentFields.iconURL, &iconURL)
        body.field(TournamentFields.status, &status)
    }
}
