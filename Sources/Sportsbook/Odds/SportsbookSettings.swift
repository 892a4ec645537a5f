internal import ParlayAPI
package import Tenancy

/// The tenant's settings for paper money.
package enum SportsbookSettings {
    package static let startingBalance = ModuleSetting(
        BodyField<Int64>.integer(
            "starting_balance_cents",
            0...100_000_000_000,
            "The paper money in a new wallet, in cents."
        )
        .defaulting(to: 1_000_000),
        example: 1_000_000
    )

    package static let minimumStake = ModuleSetting(
        BodyField<Int64>.integer("min_stake_cents", 1...1_000_000_000, "The smallest stake, in cents.")
            .defaulting(to: 1),
        example: 1
    )

    package static let maximumStake = ModuleSetting(
        BodyField<Int64>.integer(
            "max_stake_cents",
            1...1_000_000_000,
            "The most that the stakes of an account's open bets on one outcome may add up to, in cents."
        )
        .defaulting(to: 1_000_000),
        example: 1_000_000
    )

    package static let maximumPayout = ModuleSetting(
        BodyField<Int64>.integer(
            "max_payout_cents",
            1...1_000_000_000_000,
            "The most that an account's open bets on one outcome may pay together, in cents."
        )
        .defaulting(to: 100_000_000),
        example: 100_000_000
    )

    package static let publicSportsbook = ModuleSetting(
        BodyField<Bool>.boolean(
            "public_sportsbook",
            "Whether the tree, the feed and the live stream need no token, and guests see the games in the app."
        )
        .defaulting(to: false),
        example: false
    )

    package static let all = [
        AnyModuleSetting(startingBalance), AnyModuleSetting(minimumStake), AnyModuleSetting(maximumStake),
        AnyModuleSetting(maximumPayout), AnyModuleSetting(publicSportsbook),
    ]
}
