internal import ParlayAPI

/// How the original server read `PUT /matches/{id}/` and what it refused, in its order and words.
enum WordUpRules {
    /// The content of the body, before the match is known.
    struct Update: Equatable {
        var status: MatchStatus?
        var location: String?
        /// In the caller's time zone; `nil` if absent, null, empty or malformed, which the original did not
        /// distinguish.
        var time: CivilDateTime?

        init(_ body: JSONObject) {
            switch body["new_status"] {
            case .string(let text): status = text.utf8.count == 1 ? Int(text).flatMap(MatchStatus.init) : nil
            case .integer(let number): status = Int(exactly: number).flatMap(MatchStatus.init)
            default: status = nil
            }
            if case .string(let text) = body["location"], 1...200 ~= text.unicodeScalars.count,
                text.contains(where: { !$0.isWhitespace }),
                !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            {
                location = text
            }
            if case .string(let text) = body["time_1"] { time = WordUpRules.time(text) }
        }
    }

    /// - Parameters:
    ///   - offered: the current time of the match.
    ///   - moment: the moment of `update.time`.
    /// - Returns: `nil` if the match does not change.
    static func move(
        _ update: Update,
        status: MatchStatus,
        side: MatchRules.Side,
        offered: Timestamp?,
        moment: Timestamp?,
        now: Timestamp
    ) throws(WordUpRefusal) -> MatchUpdate? {
        guard let new = update.status else { throw .statusMissing }
        if new != .matched && update.location == nil { throw .locationMissing }
        // For every new status, including a cancellation, and before the state is checked.
        if update.time == nil { throw .timeMalformed }
        guard new != status else { throw .sameStatus }
        // In the original, no one can change their own offer, not even to withdraw it.
        guard status != side.proposed else { throw .invalidTransition }
        switch new {
        case .matched: return .cancel
        case .scheduled:
            guard status == side.other.proposed else { throw .invalidTransition }
            // The client only knows minutes.
            guard let moment, let offered, offered.minute == moment.minute else { throw .timeInconsistent }
            return .accept()
        case .proposedByFirst, .proposedBySecond:
            guard new == side.proposed else { throw .invalidTransition }
            guard let moment, let location = update.location else { throw .timeInconsistent }
            // The original accepted a time in the past and reset the match when it was next read.
            if moment <= now { return status == .matched ? nil : .cancel }
            return .propose(time: moment, location: location)
        }
    }

    /// `2017 05 09 14 30`
    static func time(_ text: String) -> CivilDateTime? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2, 2, 2] else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { 48...57 ~= $0 } ? Int(part) : nil
        }
        guard numbers.count == 5 else { return nil }
        let civil = CivilDateTime(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4]
        )
        // The allowed years of times elsewhere.
        return civil.secondsSinceEpoch != nil && 2000...2100 ~= civil.year ? civil : nil
    }
}

extension Timestamp {
    fileprivate var minute: Int64 { milliseconds / 60_000 }
}
