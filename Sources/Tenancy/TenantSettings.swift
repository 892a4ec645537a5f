internal import Outbound
package import ParlayAPI

/// The settings of a tenant. Stored as JSON; absent ones have their defaults. Modules read their own by their
/// declarations; see `ModuleSetting`.
package struct TenantSettings: RequestBody, Hashable {
    package var registration: RegistrationPolicy = .open
    /// What registration requires besides a password; the rest is optional.
    package var signUpFields: [SignUpField] = []
    /// Whether anyone may ask if an email address has an account.
    package var revealEmails: Bool = false
    /// Days after its last use when a token expires.
    package var tokenDays: Int64 = 0
    /// The same for a browser that is signed in.
    package var browserDays: Int64 = 0
    package var passwordMinLength: Int64 = 0
    /// Who signs in with a second factor.
    package var secondFactor: SecondFactorPolicy = .optional
    /// Hours until an admin's reset of a second factor takes effect.
    package var secondFactorResetHours: Int64 = 0
    /// Of the app's pages, as `#0b6f4f`; `nil` for the default.
    package var accentColor: String?
    /// Sections of the app's pages that are switched off, by their paths.
    package var hiddenSections: [String] = []
    /// The language and region of who reads without their own, `de-AT`; `nil` for English. The database reads the stored setting too.
    package var locale: String?
    package var allowedOrigins: [String] = []
    package var mailFrom: String?
    /// Whether an email address that is not proven gets nothing but codes. The database reads the stored setting too.
    package var requireVerifiedEmail: Bool = false
    package var creators: [TenantCreator] = []
    /// Requests per second, and requests in a burst, that one account can send.
    package var requestsPerSecond: Int64 = 0
    package var requestBurst: Int64 = 0
    /// Requests per second that one API key can send, and twice as many in a burst.
    package var keyRequestsPerSecond: Int64 = 0
    /// Whose ID tokens sign people in.
    package var oidcIssuers: [TrustedIssuer] = []
    /// Whose accounts sign people in without ID tokens.
    package var oauthProviders: [OAuthProvider] = []
    /// The apps that share the tenant's passkeys with its pages.
    package var appleApps: [String] = []
    package var androidApps: [AndroidApp] = []
    /// With what apps get push messages; each platform once.
    package var pushApps: [PushApp] = []
    /// The settings of modules, by name and as stored.
    var added: [String: JSONValue] = [:]

    /// `#rrggbb`
    package static func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
            && text.dropFirst().allSatisfy(\.isHexDigit)
    }

    package static let defaults: TenantSettings = {
        var reader = BodyReader(JSONObject())
        return TenantSettings(reading: &reader)
    }()

    static let registration = BodyField<RegistrationPolicy>
        .choice("registration", of: RegistrationPolicy.self, "Who may register.").defaulting(to: .open)
    static let signUpFields = BodyField<[SignUpField]>
        .list(
            "sign_up_fields",
            1...4,
            of: .choice("", of: SignUpField.self, ""),
            "What registration requires besides a password; at least `email` or `username`."
        )
        .checked(FieldRule("fieldsDiffer", "Each field may be listed once.")) { Set($0).count == $0.count }
        .checked(
            FieldRule("emailOrUsername", "List email or username, so that people can sign in again.")
        ) {
            $0.contains(.email) || $0.contains(.username)
        }
        .defaulting(to: SignUpField.allCases)
    static let revealEmails = BodyField<Bool>.boolean(
        "reveal_emails",
        "Whether `GET /register/available/` says whether an email address has an account."
    ).defaulting(to: false)
    static let tokenDays = BodyField<Int64>.integer(
        "token_days",
        1...3650,
        "Days after its last use when a token expires."
    ).defaulting(to: 180)
    static let browserDays = BodyField<Int64>.integer(
        "browser_days",
        1...365,
        "Days after its last use when a browser is signed out."
    ).defaulting(to: 30)
    static let passwordMinLength = BodyField<Int64>.integer(
        "password_min_length",
        6...128,
        "The minimum length of a new password."
    ).defaulting(to: 8)
    static let secondFactor = BodyField<SecondFactorPolicy>
        .choice(
            "second_factor",
            of: SecondFactorPolicy.self,
            "Who signs in with a second factor. `staff` requires one of moderators and admins, `everyone` of all people; "
                + "who has none can only set one up. `off` offers none to people who have none."
        )
        .defaulting(to: .optional)
    static let secondFactorResetHours = BodyField<Int64>.integer(
        "second_factor_reset_hours",
        0...720,
        "Hours until an admin's reset of someone's second factor takes effect, in which the person can object."
    ).defaulting(to: 24)
    static let accentColor = BodyField<String>.text(
        "accent_color",
        7...7,
        "The colour of the app's pages: `#0b6f4f`."
    ).checked(FieldRule("aColor", "Must be a colour as #rrggbb."), isColor).optional
    package static let hiddenSections = BodyField<[String]>
        .list(
            "hidden_sections",
            0...50,
            of: .text("", 1...100),
            "The sections of the app's pages that are switched off, by their paths. The API does not change."
        )
        .checked(FieldRule("sectionsDiffer", "Each section may be listed once.")) {
            Set($0).count == $0.count
        }
        .defaulting(to: [])
    /// Of ASCII.
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Each language that has texts. A test compares them with the catalogs.
    package static let pageLocales = ["en", "es", "de"]
    static let locale = BodyField<String>.text(
        "locale",
        2...35,
        "The language of pages, notices and mail for people who did not choose one: `en`, `es` or `de`, perhaps with a region.",
        rule: TextRule(
            "^(\(pageLocales.joined(separator: "|")))(-[A-Za-z0-9]{1,8})*$",
            FieldRule("aPageLanguage", "Use en, es or de, perhaps with a region: \"de-AT\".")
        ) { tag in
            let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
            return pageLocales.contains(String(parts[0]))
                && parts.dropFirst().allSatisfy { part in
                    1...8 ~= part.utf8.count && part.utf8.allSatisfy(isLetterOrDigit)
                }
        }
    ).optional
    static let allowedOrigins = BodyField<[String]>
        .list(
            "allowed_origins",
            0...100,
            of: .text("", 1...300).checked(WebOrigin.rule, WebOrigin.isOne),
            "Origins of web pages that may call the API."
        )
        .defaulting(to: [])
    static let mailFrom = BodyField<String>.text("mail_from", 3...254, "The sender of mail.").optional
    static let requireVerifiedEmail = BodyField<Bool>.boolean(
        "require_verified_email",
        "Whether unverified addresses get only mail with codes."
    ).defaulting(to: false)
    static let creators = BodyField<[TenantCreator]>
        .list(
            "creators",
            0...50,
            of: .object("", as: TenantCreator.self),
            "The people who made the app, for `/about/`."
        )
        .defaulting(to: [])
    static let requestsPerSecond = BodyField<Int64>.integer(
        "requests_per_second",
        1...100_000,
        "Calls per second allowed for an account."
    ).defaulting(
        to: 50
    )
    static let requestBurst = BodyField<Int64>.integer(
        "request_burst",
        1...100_000,
        "Calls that an account can make in one burst after a pause."
    ).defaulting(to: 100)
    static let keyRequestsPerSecond = BodyField<Int64>.integer(
        "key_requests_per_second",
        1...100_000,
        "Calls per second allowed for an API key; twice as many in one burst after a pause."
    ).defaulting(to: 100)
    package static let oidcIssuers = BodyField<[TrustedIssuer]>
        .list(
            "oidc_issuers",
            0...10,
            of: .object("", as: TrustedIssuer.self),
            "The OpenID Connect issuers whose ID tokens sign people in."
        )
        .checked(FieldRule("issuersDiffer", "Each issuer may be listed once.")) {
            Set($0.map(\.issuer)).count == $0.count
        }
        .defaulting(to: [])
    package static let oauthProviders = BodyField<[OAuthProvider]>
        .list(
            "oauth_providers",
            0...10,
            of: .object("", as: OAuthProvider.self),
            "Services without ID tokens whose accounts sign people in."
        )
        .checked(FieldRule("providersDiffer", "Each provider may be listed once.")) {
            Set($0.map(\.provider)).count == $0.count
        }
        .defaulting(to: [])

    static let appleApps = BodyField<[String]>
        .list(
            "apple_apps",
            0...20,
            of: .text(
                "",
                1...255,
                rule: TextRule(
                    #"^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$"#,
                    FieldRule("anAppleApp", "Must be a team and a bundle: \"A1B2C3D4E5.org.example.app\".")
                ) { text in
                    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
                    guard parts.count == 2, parts[0].utf8.count == 10, !parts[1].isEmpty else { return false }
                    return parts[0].utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
                        && parts[1].utf8.allSatisfy { isLetterOrDigit($0) || [0x2D, 0x2E].contains($0) }
                }
            ),
            "Apps for Apple's systems that use the tenant's passkeys, as team and bundle."
        )
        .defaulting(to: [])
    static let androidApps = BodyField<[AndroidApp]>
        .list(
            "android_apps",
            0...20,
            of: .object("", as: AndroidApp.self),
            "Apps for Android that use the tenant's passkeys."
        )
        .defaulting(to: [])
    package static let pushApps = BodyField<[PushApp]>
        .list(
            "push_apps",
            0...PushApp.Platform.allCases.count,
            of: .object("", as: PushApp.self),
            "The credentials with which apps get push messages, one for each platform."
        )
        .checked(FieldRule("platformsDiffer", "Each platform may be listed once.")) {
            Set($0.map(\.platform)).count == $0.count
        }
        .defaulting(to: [])

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.registration, &registration)
        body.field(Self.signUpFields, &signUpFields)
        body.field(Self.revealEmails, &revealEmails)
        body.field(Self.tokenDays, &tokenDays)
        body.field(Self.browserDays, &browserDays)
        body.field(Self.passwordMinLength, &passwordMinLength)
        body.field(Self.secondFactor, &secondFactor)
        body.field(Self.secondFactorResetHours, &secondFactorResetHours)
        body.field(Self.accentColor, &accentColor)
        body.field(Self.hiddenSections, &hiddenSections)
        body.field(Self.locale, &locale)
        body.field(Self.allowedOrigins, &allowedOrigins)
        body.field(Self.mailFrom, &mailFrom)
        body.field(Self.requireVerifiedEmail, &requireVerifiedEmail)
        body.field(Self.creators, &creators)
        body.field(Self.requestsPerSecond, &requestsPerSecond)
        body.field(Self.requestBurst, &requestBurst)
        body.field(Self.keyRequestsPerSecond, &keyRequestsPerSecond)
        body.field(Self.oidcIssuers, &oidcIssuers)
        body.field(Self.oauthProviders, &oauthProviders)
        body.field(Self.appleApps, &appleApps)
        body.field(Self.androidApps, &androidApps)
        body.field(Self.pushApps, &pushApps)
        body.check { body in
            if let mailFrom, !(Mailbox(mailFrom).map { EmailAddress.isValid($0.address) } ?? false) {
                body.refuse(
                    Self.mailFrom,
                    FieldRule(
                        "aSender",
                        "Must be an address, with or without a name: Play <play@example.org>."
                    )
                )
            }
        }
    }

    /// Reads a row; unknown settings are kept for modules.
    ///
    /// - Throws: what is wrong with it.
    package init(stored: [UInt8]) throws {
        let known = Set(Self.fields().map(\.name))
        let object = try JSONParser.parseObject(stored)
        var common = JSONObject()
        for member in object.members where known.contains(member.key) { common.add(member.key, member.value) }
        self = try Self.decode(common)
        for member in object.members where !known.contains(member.key) { added[member.key] = member.value }
    }

    /// As they are stored.
    package var stored: JSONObject {
        var object = common
        for (name, value) in added.sorted(by: { $0.key < $1.key }) { object.add(name, value) }
        return object
    }

    /// The settings that every tenant has.
    var common: JSONObject {
        // It was written by `JSONWriter`, so it parses.
        (try? JSONParser.parseObject(jsonBytes())) ?? JSONObject()
    }
}

/// Who signs in with a second factor.
package enum SecondFactorPolicy: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// Nobody sets one up. Those there are stay in force.
    case off
    case optional
    /// Moderators and admins must.
    case staff
    case everyone

    /// Whether an account with this role must have one.
    package func isRequired(of role: Role) -> Bool {
        switch self {
        case .off, .optional: false
        case .staff: role > .member
        case .everyone: true
        }
    }

    /// Whether anybody must have one.
    var isDemanding: Bool { self == .staff || self == .everyone }
}

/// What a tenant may require of people who register.
package enum SignUpField: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case email
    case firstName = "first_name"
    case lastName = "last_name"
    case username
}

/// A person or team who made the app, shown by `/about/`.
package struct TenantCreator: RequestBody, Hashable {
    package var name: String = ""
    package var url: String?
    /// The URL of a picture.
    package var icon: String?

    static let name = BodyField<String>.name("name", 1...100, "A person or a team.")
    static let url = address("url", "The URL of their page; null or empty without one.")
    static let icon = address("icon", "The URL of their picture; null or empty without one.")

    private static func address(_ name: String, _ summary: String) -> BodyField<String?> {
        BodyField<String>.text(name, 0...300, summary)
            .checked(FieldRule("anAddressOrEmpty", "Must be an absolute http or https URL, or empty.")) {
                $0.isEmpty || WebAddress.isAbsolute($0) && OutboundURL($0) != nil
            }
            .optional
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.name, &name)
        body.field(Self.url, &url)
        body.field(Self.icon, &icon)
        (url, icon) = (Self.unlessEmpty(url), Self.unlessEmpty(icon))
    }

    private static func unlessEmpty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
