package import Database
package import ParlayAPI
internal import Security

/// With what an app of the tenant's gets push messages: the key of its maker at Apple, or the service account of its project at Google.
package struct PushApp: RequestBody, Hashable {
    package enum Platform: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        /// The Apple Push Notification service, with a key for tokens.
        case apns
        /// Firebase Cloud Messaging, with a service account.
        case fcm
    }

    package var platform: Platform = .apns
    /// Of the maker at Apple.
    package var teamID: String?
    package var keyID: String?
    /// The app's bundle id.
    package var topic: String?
    /// Whether the app is one that Xcode installed, whose messages go through another server.
    package var sandbox: Bool = false
    /// The project at Google.
    package var projectID: String?
    /// The service account.
    package var clientEmail: String?
    /// What an admin sends, in PEM. It is stored sealed and never shown; see `SecretBearer`.
    package var privateKey: String?

    static let platform = BodyField<Platform>.choice(
        "platform",
        "`apns` for apps on devices of Apple's, `fcm` for apps with Firebase Cloud Messaging."
    )
    static let teamID = code("team_id", "For `apns`: the team's id, ten letters and digits.")
    static let keyID = code("key_id", "For `apns`: the id of the key, ten letters and digits.")
    static let topic = BodyField<String>.text(
        "topic",
        1...255,
        "For `apns`: the app's bundle id.",
        rule: TextRule(
            "^[A-Za-z0-9.-]+$",
            FieldRule("aBundle", "Must be a bundle id: \"org.example.app\".")
        ) { $0.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E } }
    )
    static let sandbox = BodyField<Bool>.boolean(
        "sandbox",
        "For `apns`: whether messages go to Apple's sandbox, which apps have that Xcode installed."
    ).defaulting(to: false)
    static let projectID = BodyField<String>.text(
        "project_id",
        1...100,
        "For `fcm`: the project's id. It may be left out with the whole file as `private_key`.",
        rule: TextRule(
            "^[a-z][a-z0-9.:-]*$",
            FieldRule("aProject", "Must be the id of a project: \"my-app-1a2b3\"."),
            isMet: isProject
        )
    )
    static let clientEmail = BodyField<String>.text(
        "client_email",
        3...254,
        "For `fcm`: the service account. It may be left out with the whole file as `private_key`."
    ).checked(FieldRule("aServiceAccount", "Must be the client_email of a service account.")) {
        EmailAddress.isValid($0)
    }
    static let privateKey = BodyField<String>.text(
        "private_key",
        1...8000,
        "The text of the key's file: for `apns` the .p8 file, for `fcm` the JSON file of the service account, or its private_key alone. "
            + "It is stored encrypted and never answered. Without it, the one that is stored for the same account stays."
    )

    private static func code(_ name: String, _ summary: String) -> BodyField<String> {
        .text(
            name,
            10...10,
            summary,
            rule: TextRule(
                "^[A-Z0-9]{10}$",
                FieldRule("anAppleCode", "Must be ten upper-case letters and digits.")
            ) { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 } }
        )
    }

    private static func isProject(_ text: String) -> Bool {
        text.utf8.count <= 100 && text.utf8.first.map { 0x61...0x7A ~= $0 } ?? false
            && text.utf8.allSatisfy {
                0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || [0x2D, 0x2E, 0x3A].contains($0)
            }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }

    static let keyNeeded = FieldRule(
        "keyNeeded",
        "Required: none is stored for this key_id or this client_email."
    )
    private static let notItsKey = FieldRule(
        "notItsKey",
        "Must be the whole .p8 file of Apple's, or the JSON file of a service account of Google's."
    )
    private static let ofOtherPlatform = FieldRule("ofOtherPlatform", "Leave it out for this platform.")

    package init() {}

    package init(apns teamID: String, keyID: String, topic: String, sandbox: Bool = false) {
        platform = .apns
        self.teamID = teamID
        self.keyID = keyID
        self.topic = topic
        self.sandbox = sandbox
    }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.platform, &platform)
        body.optional(Self.teamID, &teamID)
        body.optional(Self.keyID, &keyID)
        body.optional(Self.topic, &topic)
        body.field(Self.sandbox, &sandbox)
        body.optional(Self.projectID, &projectID)
        body.optional(Self.clientEmail, &clientEmail)
        body.optional(Self.privateKey, &privateKey)
        body.check { body in
            guard body.isValid(Self.platform) else { return }
            if platform == .fcm { readFile(&body) }
            let apple = [(Self.teamID, teamID), (Self.keyID, keyID), (Self.topic, topic)]
            let google = [(Self.projectID, projectID), (Self.clientEmail, clientEmail)]
            for (field, value) in platform == .apns ? apple : google
            where value == nil && body.isValid(field) && body.isValid(Self.privateKey) {
                body.refuse(field, .required)
            }
            for (field, value) in platform == .apns ? google : apple where value != nil {
                body.refuse(field, Self.ofOtherPlatform)
            }
            if platform == .fcm, sandbox { body.refuse(Self.sandbox, Self.ofOtherPlatform) }
            if let privateKey, body.isValid(Self.privateKey), !isKey(privateKey) {
                body.refuse(Self.privateKey, Self.notItsKey)
            }
        }
    }

    private func isKey(_ pem: String) -> Bool {
        switch WebTokenKey(pem: pem) {
        case .es256?: platform == .apns
        case .rs256?: platform == .fcm
        case nil: false
        }
    }

    /// The whole file of a service account says whose key it has.
    private mutating func readFile(_ body: inout BodyReader) {
        guard let file = privateKey, file.first(where: { !$0.isWhitespace }) == "{" else { return }
        guard let object = try? JSONParser.parseObject(Array(file.utf8), within: .requestBody),
            case .string(let key)? = object["private_key"], case .string(let project)? = object["project_id"],
            case .string(let email)? = object["client_email"], EmailAddress.isValid(email),
            Self.isProject(project)
        else { return body.refuse(Self.privateKey, Self.notItsKey) }
        (privateKey, projectID, clientEmail) = (key, project, email)
    }
}

extension PushApp: SecretBearer {
    package static var setting: WritableKeyPath<TenantSettings, [PushApp]> { \.pushApps }
    package static let secrets = (storedAs: "push_secrets", context: "push_secret")
    package static var secretField: String { "\(TenantSettings.pushApps.name).\(privateKey.name)" }

    package var secretName: String { platform.rawValue }
    package var newSecret: String? {
        get { privateKey }
        set { privateKey = newValue }
    }

    package func sharesSecret(with other: PushApp) -> Bool {
        platform == other.platform && teamID == other.teamID && keyID == other.keyID
            && clientEmail == other.clientEmail
    }
}

extension TenantSettings {
    /// The settings of tenant `t` that are about apps' push messages, as `init(stored:)` reads them.
    package static let ofPushApps: SQLFragment = """
        jsonb_strip_nulls(jsonb_build_object(
            'push_apps', t.settings -> 'push_apps', 'push_secrets', t.settings -> 'push_secrets'))::text
        """

    /// The app of a platform and its sealed key, which is another text for another key; `nil` if messages cannot be sent to it.
    package func pushApp(_ platform: PushApp.Platform) -> (app: PushApp, sealed: String)? {
        guard let app = pushApps.first(where: { $0.platform == platform }),
            let sealed = sealedSecret(of: app)
        else { return nil }
        return (app, sealed)
    }
}
