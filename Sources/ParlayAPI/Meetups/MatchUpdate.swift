/// The body of `PUT /matches/{id}/`. Whether the time is in the future is checked by code that has a clock.
public enum MatchUpdate: RequestBody, Hashable {
    case propose(time: Timestamp, location: String)
    /// With the time and place, the offer is accepted only if it is still this one.
    case accept(time: Timestamp? = nil, location: String? = nil)
    case cancel

    package static let time = BodyField.timestamp("time_1", "When to meet, within a year from now.").optional

    private enum Fields {
        static let location = BodyField.text("location", 1...200, "Where to meet.").optional
        static let accept = BodyField.boolean("accept", "Accepts the pending offer.")
            .checked("Must be true.") { $0 }.optional
        static let cancel = BodyField.boolean("cancel", "Cancels the planned meetup or the pending offer.")
            .checked("Must be true.") { $0 }.optional
    }

    package init(reading body: inout BodyReader) {
        let time = body.read(MatchUpdate.time)
        let location = body.read(Fields.location)
        _ = body.read(Fields.accept)
        _ = body.read(Fields.cancel)
        let plans = body.has(MatchUpdate.time) || body.has(Fields.location)
        if body.has(Fields.cancel) {
            if plans || body.has(Fields.accept) {
                body.refuse(Fields.cancel, "Send either a proposal, accept or cancel.")
            }
            self = .cancel
        } else if body.has(Fields.accept) {
            self = .accept(time: time, location: location)
        } else {
            if !body.has(MatchUpdate.time) { body.refuse(MatchUpdate.time, "This field is required.") }
            if !body.has(Fields.location) { body.refuse(Fields.location, "This field is required.") }
            self = .propose(time: time ?? Timestamp(milliseconds: 0), location: location ?? "")
        }
    }
}

extension MatchUpdate: Codable {
    enum CodingKeys: String, CodingKey {
        case time = "time_1"
        case location
        case accept
        case cancel
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decodeIfPresent(Bool.self, forKey: .cancel) == true {
            self = .cancel
        } else if try container.decodeIfPresent(Bool.self, forKey: .accept) == true {
            self = .accept(
                time: try container.decodeIfPresent(Timestamp.self, forKey: .time),
                location: try container.decodeIfPresent(String.self, forKey: .location)
            )
        } else {
            self = .propose(
                time: try container.decode(Timestamp.self, forKey: .time),
                location: try container.decode(String.self, forKey: .location)
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .propose(let time, let location):
            try container.encode(time, forKey: .time)
            try container.encode(location, forKey: .location)
        case .accept(let time, let location):
            try container.encode(true, forKey: .accept)
            try container.encodeIfPresent(time, forKey: .time)
            try container.encodeIfPresent(location, forKey: .location)
        case .cancel: try container.encode(true, forKey: .cancel)
        }
    }
}
