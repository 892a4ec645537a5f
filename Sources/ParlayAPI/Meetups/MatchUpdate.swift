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
            .checked(.isTrue) { $0 }.optional
        static let cancel = BodyField.boolean("cancel", "Cancels the planned meetup or the pending offer.")
            .checked(.isTrue) { $0 }.optional
    }

    package init() { self = .cancel }

    package mutating func members(_ body: inout some BodyVisitor) {
        var (time, location) = place
        var accept = accepts ? true : nil
        var cancel = self == .cancel ? true : nil
        body.field(MatchUpdate.time, &time)
        body.field(Fields.location, &location)
        body.field(Fields.accept, &accept)
        body.field(Fields.cancel, &cancel)
        body.check { body in
            // What is sent decides, even if it is refused.
            accept = body.has(Fields.accept)
            cancel = body.has(Fields.cancel)
            let plans = body.has(MatchUpdate.time) || body.has(Fields.location)
            if cancel == true {
                if plans || accept == true {
                    body.refuse(
                        Fields.cancel,
                        FieldRule("oneMatchMove", "Send either a proposal, accept or cancel.")
                    )
                }
            } else if accept != true {
                if !body.has(MatchUpdate.time) { body.refuse(MatchUpdate.time, .required) }
                if !body.has(Fields.location) { body.refuse(Fields.location, .required) }
            }
        }
        if cancel == true {
            self = .cancel
        } else if accept == true {
            self = .accept(time: time, location: location)
        } else {
            self = .propose(time: time ?? Timestamp(milliseconds: 0), location: location ?? "")
        }
    }

    private var place: (time: Timestamp?, location: String?) {
        switch self {
        case .propose(let time, let location): (time, location)
        case .accept(let time, let location): (time, location)
        case .cancel: (nil, nil)
        }
    }

    private var accepts: Bool { if case .accept = self { true } else { false } }
}
