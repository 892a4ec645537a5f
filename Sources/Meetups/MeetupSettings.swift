internal import ParlayAPI
package import Tenancy

/// The tenant's settings for meetups.
package enum MeetupSettings {
    /// ISO 639-1 codes that people may choose from; empty means all.
    package static let languages = ModuleSetting(
        BodyField<[String]>
            .list(
                "languages",
                0...200,
                of: .text("", 2...2),
                "The languages people can practise, as ISO 639-1 codes; empty means all."
            )
            .defaulting(to: []),
        example: ["en", "de"],
        validate: { new, old in
            new.enumerated().compactMap { position, code in
                Languages.isKnown(code) || old.contains(code)
                    ? nil : ("\(position)", FieldRule("aKnownLanguage", "Unknown language."))
            }
        }
    )
}
