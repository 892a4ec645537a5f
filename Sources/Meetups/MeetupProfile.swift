internal import Accounts
package import Database
internal import ParlayAPI
internal import Tenancy

/// What an account has for meetups. It is stored with the account, because the index that finds partners needs it there.
package struct MeetupProfile: ColumnGroup, Equatable {
    package static let columns: SQLFragment = ["known_lang", "learn_lang", "met_count", "no_show_count"]

    /// ISO 639-1. `nil` for people who registered before the module was on, or were deleted.
    let knownLang: String?
    let learnLang: String?
    let reliability: Profile.Reliability

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        knownLang = try columns.optionalText()
        learnLang = try columns.optionalText()
        reliability = Profile.Reliability(
            met: Int(try columns.integer()),
            noShow: Int(try columns.integer())
        )
    }
}

extension MeetupProfile: ProfileColumns {
    func add(to profile: inout Profile) {
        profile.meetups = Profile.Meetups(
            knownLang: knownLang ?? "",
            learnLang: learnLang ?? "",
            reliability: reliability
        )
    }
}

extension MeetupProfile {
    static let part = ProfilePart(
        .meetups,
        MeetupProfile.self,
        columns: columns.of("a"),
        fields: ProfileFields(
            note: "`known_lang` and `learn_lang` are required and must differ.",
            example: ["known_lang": "en", "learn_lang": "es"],
            options: [
                ProfileFields.Option(
                    "known_lang",
                    "CODE",
                    "the language they know; required with the module meetups"
                ),
                ProfileFields.Option(
                    "learn_lang",
                    "CODE",
                    "the language they learn; required with the module meetups"
                ),
            ],
            register: { registration, tenant, errors in
                validate("known_lang", registration.knownLang, tenant, &errors)
                validate("learn_lang", registration.learnLang, tenant, &errors)
                return store(
                    .id(tenant.id),
                    .text(registration.knownLang),
                    .text(registration.learnLang)
                )
            },
            update: { update, profile, tenant, errors in
                // Empty for none, and then no language is equal to it.
                let (oldKnown, oldLearn) = (
                    profile.meetups?.knownLang ?? "", profile.meetups?.learnLang ?? ""
                )
                let known = update.knownLang.applied(to: oldKnown)
                let learn = update.learnLang.applied(to: oldLearn)
                // What is no longer offered may stay.
                if known != oldKnown { validate("known_lang", known, tenant, &errors) }
                if learn != oldLearn { validate("learn_lang", learn, tenant, &errors) }
                if !known.isEmpty, known == learn, errors["learn_lang"].isEmpty {
                    errors.add("learn_lang", .languagesDiffer)
                }
                guard update.knownLang != .keep || update.learnLang != .keep else { return nil }
                return store(.id(tenant.id), .text(update.knownLang.new), .text(update.learnLang.new))
            }
        )
    )

    private static func validate(
        _ field: String,
        _ code: String?,
        _ tenant: Tenant,
        _ errors: inout FieldErrors
    ) {
        guard let code, errors[field].isEmpty, !Languages.isOffered(code, by: tenant.settings) else { return }
        errors.add(field, FieldRule("languageOffered", "This language is not available here."))
    }

    /// What is null stays.
    private static let store = Statement(
        """
        update accounts
           set known_lang = coalesce($2, known_lang), learn_lang = coalesce($3, learn_lang)
         where tenant_id = $1 and id = current_account_id()
        """
    )

    /// Of an account that is deleted.
    static let erase = Statement(
        "update accounts set known_lang = null, learn_lang = null where tenant_id = $1 and id = $2"
    )

    static let statements = [store]
}
