internal import Outbound
package import ParlayAPI

/// What a tenant may set for itself. Stored as JSON; what is absent there has its default.
package struct TenantSettings: RequestBody, Hashable, JSONWritable {
    package var registration: RegistrationPolicy
    /// Days a token lives after its last use.
    package var tokenDays: Int64
    package var passwordMinLength: Int64
    /// ISO 639-1 codes that people may choose from; empty means all.
    package var languages: [String]
    package var categories: [String]
    /// Days after a wager's completion on which its payment is called to mind.
    package var reminderDays: [Int64]
    package var allowedOrigins: [String]
    package var mailFrom: String?
    package var creators: [TenantCreator]
    /// Requests a second that one token may send, and how many at once.
    package var requestsPerSecond: Int64
    package var requestBurst: Int64

    package static let defaults: TenantSettings = {
        var reader = BodyReader(JSONObject())
        return TenantSettings(reading: &reader)
    }()

    static let registration = BodyField<RegistrationPolicy>
        .choice("registration", of: RegistrationPolicy.self, "Who may register.").defaulting(to: .open)
    static let tokenDays = BodyField<Int64>.integer(
        "token_days",
        1...3650,
        "Days that a token lives after its last use."
    ).defaulting(to: 180)
    static let passwordMinLength = BodyField<Int64>.integer(
        "password_min_length",
        6...128,
        "Characters that a new password needs."
    ).defaulting(to: 8)
    static let languages = BodyField<[String]>
        .list(
            "languages",
            0...200,
            of: .text("", 2...2),
            "What people may practise, as ISO 639-1 codes; empty for all."
        ).defaulting(to: [])
    static let categories = BodyField<[String]>
        .list("categories", 0...200, of: .text("", 1...50), "The categories of wagers, in this order.")
        .checked("A name must not hold a comma.") { $0.allSatisfy { !$0.contains(",") } }
        .checked("Each name must be there once, regardless of case.") { names in
            Set(names.map { $0.lowercased() }).count == names.count
        }
        .defaulting(to: [])
    static let reminderDays = BodyField<[Int64]>
        .list(
            "reminder_days",
            0...20,
            of: .integer("", 0...365),
            "Days after which losers are reminded to pay."
        )
        .checked("Each day must be later than the one before.") { days in
            zip(days, days.dropFirst()).allSatisfy { $0 < $1 }
        }
        .defaulting(to: [1, 3, 7])
    static let allowedOrigins = BodyField<[String]>
        .list(
            "allowed_origins",
            0...100,
            of: .text("", 1...300).checked(WebOrigin.rule, WebOrigin.isOne),
            "Sites whose pages may call the API from a browser."
        )
        .defaulting(to: [])
    static let mailFrom = BodyField<String>.text("mail_from", 3...254, "The sender of mail.").optional
    static let creators = BodyField<[TenantCreator]>
        .list("creators", 0...50, of: .object("", as: TenantCreator.self), "Who made the app, for `/about/`.")
        .defaulting(to: [])
    static let requestsPerSecond = BodyField<Int64>.integer(
        "requests_per_second",
        1...100_000,
        "Calls a second that an account may make."
    ).defaulting(
        to: 50
    )
    static let requestBurst = BodyField<Int64>.integer(
        "request_burst",
        1...100_000,
        "Calls that an account may make after a pause."
    ).defaulting(to: 100)

    package init(reading body: inout BodyReader) {
        registration = body.read(Self.registration)
        tokenDays = body.read(Self.tokenDays)
        passwordMinLength = body.read(Self.passwordMinLength)
        languages = body.read(Self.languages)
        categories = body.read(Self.categories)
        reminderDays = body.read(Self.reminderDays)
        allowedOrigins = body.read(Self.allowedOrigins)
        mailFrom = body.read(Self.mailFrom)
        creators = body.read(Self.creators)
        requestsPerSecond = body.read(Self.requestsPerSecond)
        requestBurst = body.read(Self.requestBurst)
        if let mailFrom, !(Mailbox(mailFrom).map { EmailAddress.isValid($0.address) } ?? false) {
            body.refuse(Self.mailFrom, "Must be an address, with or without a name: Play <play@example.org>.")
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(Self.registration.name, registration)
            writer.member(Self.tokenDays.name, tokenDays)
            writer.member(Self.passwordMinLength.name, passwordMinLength)
            writer.member(Self.languages.name, languages)
            writer.member(Self.categories.name, categories)
            writer.member(Self.reminderDays.name, reminderDays)
            writer.member(Self.allowedOrigins.name, allowedOrigins)
            writer.member(Self.mailFrom.name, mailFrom)
            writer.member(Self.creators.name, creators)
            writer.member(Self.requestsPerSecond.name, requestsPerSecond)
            writer.member(Self.requestBurst.name, requestBurst)
        }
    }
}

/// Somebody who made the app, shown by `/about/`.
package struct TenantCreator: RequestBody, Hashable, JSONWritable {
    package var name: String
    package var url: String

    static let name = BodyField<String>.name("name", 1...100, "A person or a team.")
    static let url = BodyField<String>.text("url", 0...300, "Their page; may be empty.")
        .checked("Must be an absolute http or https URL, or empty.") {
            $0.isEmpty || WebAddress.isAbsolute($0) && OutboundURL($0) != nil
        }
        .defaulting(to: "")

    package init(reading body: inout BodyReader) {
        name = body.read(Self.name)
        url = body.read(Self.url)
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(Self.name.name, name)
            writer.member(Self.url.name, url)
        }
    }
}
