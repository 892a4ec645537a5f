/// A browser that gets the caller's notices as push messages (Web Push).
public struct PushDevice: Resource, Hashable {
    public var id: Int64
    /// The name that the device gave itself; may be empty.
    public var label: String
    /// The host of its push service. The whole address is a secret of the browser, and is not answered.
    public var service: String
    /// Whether it subscribed with the token of the call.
    public var current: Bool
    /// When it subscribed.
    public var createdAt: Timestamp

    public init(
        id: Int64,
        label: String,
        service: String,
        current: Bool,
        createdAt: Timestamp
    ) {
        self.id = id
        self.label = label
        self.service = service
        self.current = current
        self.createdAt = createdAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The device's id.")
        object.member("label", &label, "The name that the device gave itself; may be empty.")
        object.member(
            "service",
            &service,
            "The host of its push service. The whole address is a secret of the browser, and is not answered."
        )
        object.member("current", &current, "Whether it subscribed with the token of the call.")
        object.member("created_at", &createdAt, "When it subscribed.")
    }
}

extension PushDevice {
    package static var schemaSummary: String { "A browser that gets notices as push messages." }

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

/// The body of `POST /push/`: what `toJSON()` of a browser's `PushSubscription` has.
public struct PushSubscription: RequestBody, Hashable {
    /// Where the push service takes messages for the browser.
    public var endpoint: String = ""
    /// With what only the browser can read them.
    public var keys = PushKeys()
    /// A name for the device.
    public var label: String?

    public init(endpoint: String, keys: PushKeys, label: String? = nil) {
        self.endpoint = endpoint
        self.keys = keys
        self.label = label
    }

    package init() {}

    package static let endpoint = BodyField.text(
        "endpoint",
        1...2000,
        "Where the push service takes messages for the browser: `https`, at a public address.",
        format: "uri",
        rule: TextRule(WebAddress.pattern, .aWebAddress) { WebAddress.isAbsolute($0) }
    )
    package static let keys = BodyField<PushKeys>.object(
        "keys",
        as: PushKeys.self,
        "With what only the browser can read its messages."
    )
    package static let label = BodyField.name("label", 0...100, "A name for the device.").optional

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.endpoint, &endpoint)
        body.field(Self.keys, &keys)
        body.field(Self.label, &label)
    }
}
