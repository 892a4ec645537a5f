internal import ParlayAPI

/// The messages since a tree was asked for, to be merged into it. Once there are many, only the latest about each thing
/// are kept, as the server does for slow readers.
struct LiveLog {
    /// What replaces each other.
    private enum Subject: Hashable {
        case start(Int64)
        case event(Int64)
        case market(Int64)
        case outcome(Int64)
        case tree
    }

    /// The number before the first message.
    let floor: Int64
    private(set) var messages: [LiveMessage] = []
    private var compactAt = 2_000

    init(after floor: Int64) { self.floor = floor }

    mutating func append(_ message: LiveMessage) {
        messages.append(message)
        if messages.count >= compactAt {
            compact()
            compactAt = 2 * messages.count + 2_000
        }
    }

    private mutating func compact() {
        var later: [Subject: Int] = [:]
        var kept: [LiveMessage] = []
        for message in messages.reversed() {
            let subject = Self.subject(message.change)
            if let index = later[subject] {
                // A price without a status leaves the status of an earlier message.
                if case .outcome(let id, let price, nil) = kept[index].change,
                    case .outcome(_, _, let status?) = message.change
                {
                    kept[index].change = .outcome(id, price, status)
                }
            } else {
                later[subject] = kept.count
                kept.append(message)
            }
        }
        messages = kept.reversed()
    }

    private static func subject(_ change: LiveMessage.Change) -> Subject {
        switch change {
        case .start(let id, _): .start(id)
        case .event(let id, _, _): .event(id)
        case .market(let id, _): .market(id)
        case .outcome(let id, _, _): .outcome(id)
        case .tree: .tree
        }
    }
}
