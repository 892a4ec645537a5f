/// How push messages reach a device. The raw value is stored in rows and never renamed.
public enum PushPlatform: String, CaseIterable, Codable, Hashable, MemberValue {
    /// A browser, by the push service of its maker (Web Push).
    case web
    /// An app on a device of Apple's, by the Apple Push Notification service.
    case apns
    /// An app by Firebase Cloud Messaging, mostly on Android.
    case fcm

    /// The host of the service, which is a browser's own choice.
    package var service: String? {
        switch self {
        case .web: nil
        case .apns: "api.push.apple.com"
        case .fcm: "fcm.googleapis.com"
        }
    }
}

/// A browser or an app that gets the caller's notices as push messages.
public struct PushDevice: Resource, Hashable {
    public var id: Int64
    /// The name that the device gave itself; may be empty.
    public var label: String
    /// How messages reach it.
    public var platform: Extensible<PushPlatform>
    /// The host of its push service. The whole address, or an app's token, is a secret of the device and is not answered.
    public var service: String
    /// Whether it subscribed with the token of the call.
    public var current: Bool
    /// When it subscribed.
    public var createdAt: Timestamp

    public init(
        id: Int64,
        label: String,
        platform: PushPlatform = .web,
        service: String,
        current: Bool,
        createdAt: Timestamp
    ) {
        self.id = id
        self.label = label
        self.platform = Extensible(platform)
        self.service = service
        self.current = current
        self.createdAt = createdAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The device's id.")
        object.member("label", &label, "The name that the device gave itself; may be empty.")
        object.member(
            "platform",
            &platform,
            "How messages reach it: `web` for a browser, `apns` or `fcm` for an app."
        )
        object.member(
            "service",
            &service,
            "The host of its push service. The whole address, or an app's token, is a secret of the device and is not answered."
        )
        object.member("current", &current, "Whether it subscribed with the token of the call.")
        object.member("created_at", &createdAt, "When it subscribed.")
    }
}

extension PushDevice {
    package static var schemaSummary: String { "A browser or an app that gets notices as push messages." }

    package static var example: PushDevice {
        PushDevice(
            id: 5,
            label: "Firefox · Linux",
            service: "push.example.net",
            current: true,
            createdAt: .example
        )
    }
}

/// The answer to `GET /push/`.
public struct PushDevices: Resource, Hashable {
    /// What `pushManager.subscribe()` takes as `applicationServerKey`.
    public var publicKey: String
    /// Newest first; at most 20.
    public var devices: [PushDevice]

    public init(publicKey: String, devices: [PushDevice]) {
        self.publicKey = publicKey
        self.devices = devices
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member(
            "public_key",
            &publicKey,
            "The server's key (VAPID, RFC 8292), which `pushManager.subscribe()` takes as `applicationServerKey`."
        )
        object.member("devices", &devices, "Your devices, newest first.", element: "A device.")
    }
}

extension PushDevices {
    package static var schemaSummary: String { "The devices that get an account's notices." }

    package static var example: PushDevices {
        PushDevices(publicKey: PushKeys.examplePoint, devices: [.example])
    }
}

/// With what only the browser can read its messages (RFC 8291).
public struct PushKeys: RequestBody, Hashable {
    /// The browser's public key: base64url of 65 bytes.
    public var p256dh: String = ""
    /// The secret that it shares with the server: base64url of 16 bytes.
    public var auth: String = ""

    public init(p256dh: String, auth: String) {
        self.p256dh = p256dh
        self.auth = auth
    }

    package init() {}

    package static let rule = FieldRule("pushKey", "Must be a key as the browser's subscription has it.")
    package static let p256dh = key(
        "p256dh",
        87,
        "The browser's public key, as `toJSON()` of a subscription has it."
    )
    package static let auth = key("auth", 22, "The secret of the subscription, as `toJSON()` has it.")

    private static func key(_ name: String, _ count: Int, _ summary: String) -> BodyField<String> {
        .text(
            name,
            count...count,
            summary,
            rule: TextRule("^[A-Za-z0-9_-]+$", rule) { text in
                text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                    default: false
                    }
                }
            }
        )
    }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.p256dh, &p256dh)
        body.field(Self.auth, &auth)
    }

    /// Of RFC 8291, section 5.
    static let examplePoint =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
}

/// The body of `POST /push/`: what `toJSON()` of a browser's `PushSubscription` has, or the token of an app.
public struct PushSubscription: RequestBody, Hashable {
    /// How messages reach the device; `nil` for a browser.
    public var platform: PushPlatform?
    /// Where the push service takes messages for the browser.
    public var endpoint: String?
    /// With what only the browser can read them.
    public var keys: PushKeys?
    /// What the system of an app's device gave the app to send here.
    public var token: String?
    /// A name for the device.
    public var label: String?

    /// A browser.
    public init(endpoint: String, keys: PushKeys, label: String? = nil) {
        self.endpoint = endpoint
        self.keys = keys
        self.label = label
    }

    /// An app: `.apns` with the device token in hexadecimal digits, or `.fcm` with the registration token.
    public init(platform: PushPlatform, token: String, label: String? = nil) {
        self.platform = platform
        self.token = token
        self.label = label
    }

    package init() {}

    package static let platform = BodyField<PushPlatform>.choice(
        "platform",
        "How messages reach the device: `web`, the default, with `endpoint` and `keys`; `apns` or `fcm` with `token`."
    ).optional
    package static let endpoint = BodyField.text(
        "endpoint",
        1...2000,
        "Where the push service takes messages for the browser: `https`, at a public address.",
        format: "uri",
        rule: TextRule(WebAddress.pattern, .aWebAddress) { WebAddress.isAbsolute($0) }
    ).optional
    package static let keys = BodyField<PushKeys>.object(
        "keys",
        as: PushKeys.self,
        "With what only the browser can read its messages."
    ).optional
    package static let token = BodyField.text(
        "token",
        1...1000,
        "What the app got from its system: for `apns` the device token in hexadecimal digits, for `fcm` the registration token.",
        rule: TextRule("^[A-Za-z0-9_:-]+$", tokenRule) { text in
            text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
        }
    ).optional
    package static let label = BodyField.name("label", 0...100, "A name for the device.").optional

    private static let tokenRule = FieldRule(
        "pushToken",
        "Must be the token that the system gave the app; for apns in hexadecimal digits."
    )
    private static let forBrowsers = FieldRule("pushForBrowsers", "Leave it out: only browsers have it.")
    private static let forApps = FieldRule(
        "pushForApps",
        "Only apps have it: set platform to apns or fcm, or leave it out."
    )

    /// Bytes of a device token of Apple's: 32 so far, and more "in the future".
    private static let deviceTokens = 16...100

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.platform, &platform)
        body.field(Self.endpoint, &endpoint)
        body.field(Self.keys, &keys)
        body.field(Self.token, &token)
        body.field(Self.label, &label)
        body.check { body in
            guard body.isValid(Self.platform) else { return }
            switch platform ?? .web {
            case .web:
                if endpoint == nil, body.isValid(Self.endpoint) { body.refuse(Self.endpoint, .required) }
                if keys == nil, body.isValid(Self.keys) { body.refuse(Self.keys, .required) }
                if token != nil { body.refuse(Self.token, Self.forApps) }
            case .apns, .fcm:
                if endpoint != nil { body.refuse(Self.endpoint, Self.forBrowsers) }
                if keys != nil { body.refuse(Self.keys, Self.forBrowsers) }
                if token == nil, body.isValid(Self.token) { body.refuse(Self.token, .required) }
                if platform == .apns, let token, !Self.isDeviceToken(token) {
                    body.refuse(Self.token, Self.tokenRule)
                }
            }
        }
    }

    private static func isDeviceToken(_ token: String) -> Bool {
        token.utf8.count % 2 == 0 && deviceTokens ~= token.utf8.count / 2
            && token.utf8.allSatisfy { byte in
                0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
            }
    }
}
