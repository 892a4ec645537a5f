public import ParlayAPI

/// What an event is about, by its type.
public enum EventTopic: Hashable, Sendable {
    case match(Match.ID)
    case wager(Wager.ID)
    case bet(Bet.ID)
    case game(Game.ID)
    /// A person: the caller, a friend, or someone who was blocked.
    case account(Person.ID)
    case device(Int64)
    case report(Int64)
    /// Of a later version of the server.
    case other(Subject)
}

extension StreamEvent {
    /// What to read again.
    public var topic: EventTopic {
        switch subject.type {
        case "match": .match(subject.id)
        case "wager": .wager(subject.id)
        case "bet": .bet(subject.id)
        case "game": .game(subject.id)
        case "account": .account(subject.id)
        case "device": .device(subject.id)
        case "report": .report(subject.id)
        default: .other(subject)
        }
    }
}
