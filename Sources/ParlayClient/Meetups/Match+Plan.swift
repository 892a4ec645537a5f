public import Foundation
public import ParlayAPI

extension Match {
    /// A match from the caller's view.
    public enum Plan: Hashable, Sendable {
        case none
        /// The caller proposed; the other person has not answered yet.
        case offered(at: Date, location: String)
        /// The other person proposed; the caller has to answer.
        case received(at: Date, location: String)
        case scheduled(at: Date, location: String)
    }

    /// The plan. `profile` is the other person, so it is known whose offer it is.
    public var plan: Plan {
        guard let time1, let location else { return .none }
        let isFirst = userID1 != profile.id
        switch statusCode.known {
        case .proposedByFirst?:
            return isFirst
                ? .offered(at: time1.date, location: location) : .received(at: time1.date, location: location)
        case .proposedBySecond?:
            return isFirst
                ? .received(at: time1.date, location: location) : .offered(at: time1.date, location: location)
        case .scheduled?: return .scheduled(at: time1.date, location: location)
        case .matched?, nil: return .none
        }
    }
}

extension Timestamp {
    /// The same moment, to the millisecond.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// To the millisecond, and at the latest some hundred thousand years from now.
    public init(_ date: Date) {
        let limit = 1e16
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.init(milliseconds: milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -limit), limit)))
    }
}
