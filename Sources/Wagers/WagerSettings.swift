internal import Accounts
internal import ParlayAPI
package import Tenancy

/// The tenant's settings for wagers.
package enum WagerSettings {
    package static let categories = ModuleSetting(
        CategoryNames.field("categories", "The categories of wagers, in the order to show them.")
            .defaulting(to: []),
        example: ["Sports", "Food", "Other"]
    )

    /// Days after a wager's completion on which its loser is reminded to pay.
    package static let reminderDays = ModuleSetting(
        BodyField<[Int64]>
            .list(
                "reminder_days",
                0...20,
                of: .integer("", 0...365),
                "Days after which losers are reminded to pay; empty turns reminders off."
            )
            .checked(FieldRule("daysAscend", "Each day must be later than the one before.")) { days in
                zip(days, days.dropFirst()).allSatisfy { $0 < $1 }
            }
            .defaulting(to: [1, 3, 7]),
        example: [1, 3, 7]
    )

    /// Whether links of public wagers work without a token.
    package static let publicOffers = ModuleSetting(
        BodyField<Bool>.boolean(
            "public_offers",
            "Whether people without an account can read a public wager that somebody shares with them."
        )
        .defaulting(to: false),
        example: false
    )

    package static let all = [
        AnyModuleSetting(categories), AnyModuleSetting(reminderDays), AnyModuleSetting(publicOffers),
    ]

    /// What a person's feed shows when they ask for nothing else; `nil` for everything.
    static let feedFilters = PersonalSetting(
        .wagers,
        AccountSettingsUpdate.feedFilters,
        note: "`feed_filters` are replaced as a whole, or cleared by `null`.",
        change: \.feedFilters,
        show: { filters, settings in settings.wagers = AccountSettings.Wagers(feedFilters: filters) }
    )
}
