internal import Database
package import Outbound
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The caller's devices that get notices as push messages.
package struct PushService: Sendable {
    private let addresses: AddressRule

    /// - Parameter addresses: where push services can be.
    package init(addresses: AddressRule) { self.addresses = addresses }

    /// Refuses an address to which nothing could ever be sent, and keys with which nothing could be encrypted.
    func validate(_ subscription: PushSubscription, _ body: inout BodyReader) {
        if body.isValid(PushSubscription.endpoint),
            let rule = subscription.endpoint.flatMap({ addresses.rule(of: $0) })
        {
            body.refuse(PushSubscription.endpoint, rule)
        }
        if body.isValid(PushSubscription.keys), let keys = subscription.keys, Self.receiver(keys) == nil {
            body.refuse(PushSubscription.keys, PushKeys.rule)
        }
    }

    private static func receiver(_ keys: PushKeys) -> WebPushReceiver? {
        guard let point = Base64URL.decode(keys.p256dh), let secret = Base64URL.decode(keys.auth) else {
            return nil
        }
        return WebPushReceiver(point: point, secret: secret)
    }

    func devices(_ signer: Signer, in session: Session) async throws -> PushDevices {
        let devices = try await session.read(PushStore.own(.id(session.tenant.id))).all
        return PushDevices(publicKey: PushIdentity.publicKey(signer), devices: devices)
    }

    func add(_ subscription: PushSubscription, in session: Session) async throws -> PushDevice {
        let device = try Self.device(subscription, in: session.tenant)
        let added = try await session.write(
            PushStore.add(
                .id(session.tenant.id),
                .text(device.endpoint),
                .bytes(sha256(device.name).bytes),
                device.receiver.map { .bytes($0.point) } ?? .null,
                device.receiver.map { .bytes($0.secret) } ?? .null,
                .text(subscription.label ?? ""),
                .time(session.now),
                .text(device.platform.rawValue),
                .integer(PushStore.limit)
            )
        )
        guard let device = try added.first else { throw TenancyError.unauthorized }
        return device
    }

    /// What a valid subscription comes to.
    private struct Device {
        let platform: PushPlatform
        let endpoint: String
        var receiver: WebPushReceiver?

        /// Different for each device of a tenant.
        var name: String { platform == .web ? endpoint : "\(platform.rawValue) \(endpoint)" }
    }

    private static func device(_ subscription: PushSubscription, in tenant: Tenant) throws -> Device {
        let platform = subscription.platform ?? .web
        if let app = PushApp.Platform(rawValue: platform.rawValue), let token = subscription.token {
            guard tenant.settings.pushApp(app) != nil else { throw PushError.unavailable(platform) }
            // Apple's are bytes, whose digits can be written in two ways.
            return Device(platform: platform, endpoint: app == .apns ? token.lowercased() : token)
        }
        guard let endpoint = subscription.endpoint, let receiver = subscription.keys.flatMap(receiver) else {
            throw TenancyError.unauthorized
        }
        return Device(platform: .web, endpoint: endpoint, receiver: receiver)
    }

    func delete(_ id: PushDeviceID, in session: Session) async throws {
        let results = try await session.write(PushStore.delete(.id(session.tenant.id), .id(id)))
        guard results[0].affectedRows > 0 else {
            throw TenancyError.notFound("You have no such device \(id.rawValue).")
        }
    }
}
