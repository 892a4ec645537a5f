// Raw values are stored in rows and never renamed.

/// Whether a tournament is still being played.
public enum TournamentStatus: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case open
    case closed
}

/// The state of a game.
public enum EventStatus: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case scheduled
    case live
    case final
    case postponed
    case cancelled
}

/// The kinds of markets. `MarketRule` says what each is.
public enum MarketKind: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// Who wins; a tie is a push.
    case moneyline
    /// Home, draw or away.
    case matchResult = "match_result"
    /// Who wins after the line is added to the home score.
    case spread
    /// Whether both scores together are over or under the line.
    case total
}

/// The part of a game that a market is about. Only whole games are graded.
public enum MarketPeriod: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case full
}

/// Whether a market takes bets, or how it ended.
public enum MarketStatus: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case open
    case suspended
    /// It has results.
    case settled
    case void
}

/// Where the prices of a market come from.
public enum PriceOrigin: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// From a bookmaker or set by an admin.
    case quoted
    /// The source had a line without prices: −110 on both sides.
    case assumed
    /// By demo data or a simulation.
    case madeUp = "made_up"
}

/// The sides that a market can have, by its kind.
public enum OutcomeSide: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case home
    case away
    case draw
    case over
    case under
}

/// Whether a side of a market takes bets, or its result.
public enum OutcomeStatus: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case active
    case suspended
    case won
    case lost
    case pushed
    /// Half of the stake won, the other half is returned.
    case halfWon = "half_won"
    /// Half of the stake is returned, the other half is lost.
    case halfLost = "half_lost"
    case void
}

/// The result of a whole bet.
public enum BetStatus: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case open
    /// Pays more than the stake.
    case won
    /// Pays less than the stake.
    case lost
    /// Pays the stake back.
    case pushed
    /// Every leg is void: the stake is paid back.
    case void
}

/// The result of one leg of a bet.
public enum LegResult: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case pending
    case won
    case halfWon = "half_won"
    case pushed
    case halfLost = "half_lost"
    case lost
    case void
}

/// Which prices a bet accepts if they moved since the caller read them.
public enum PriceAcceptance: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// Only the price that the bet names.
    case exact
    /// That price, or one that pays more.
    case better
    case any
}

/// Why the balance of a wallet changed.
public enum WalletEntryKind: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// The starting balance.
    case opening
    /// A bet was placed.
    case stake
    /// A bet was settled.
    case payout
    /// A stake came back: the bet was pushed or void.
    case refund
    /// A corrected result took a payout or a refund back.
    case reversal
    /// A credit repaid what a reversal had not found in the balance.
    case debt
    /// An admin gave paper money.
    case grant
}
