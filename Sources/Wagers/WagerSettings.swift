internal import ParlayAPI
package import Tenancy

/// What a tenant sets for its wagers.
package enum WagerSettings {
    package static let categories = ModuleSetting(
        BodyField<[String]>
            .list(
                "categories",
                0...200,
                of: .text("", 1...50),
                "The categories of wagers, in the order to show them."
            )
            .checked("A name must not contain a comma.") { $0.allSatisfy { !$0.contains(",") } }
            .checked("Names must be unique, regardless of case.") { names in
                Set(names.map { $0.lowercased() }).count == names.count
            }
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
            .checked("Each day must be later than the one before.") { days in
                zip(days, days.dropFirst()).allSatisfy { $0 < $1 }
            }
            .defaulting(to: [1, 3, 7]),
        example: [1, 3, 7]
    )
}
