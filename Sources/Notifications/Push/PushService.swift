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
        if body.isValid(PushSubscription.endpoint), let rule = addresses.rule(of: subscription.endpoint) {
            body.refuse(PushSubscription.endpoint, rule)
        }
        if body.isValid(PushSubscription.keys), Self.receiver(subscription.keys) == nil {
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
        guard let receiver = Self.receiver(subscription.keys) else { throw TenancyError.unauthorized }
        let added = try await session.write(
            PushStore.add(
                .id(session.tenant.id),
                .text(subscription.endpoint),
                .bytes(sha256(subscription.endpoint).bytes),
                .bytes(receiver.point),
                .bytes(receiver.secret),
                .text(subscription.label ?? ""),
                .time(session.now),
                .integer(PushStore.limit)
            )
        )
        guard let device = try added.first else { throw TenancyError.unauthorized }
        return device
    }

    func delete(_ id: PushDeviceID, in session: Session) async throws {
        let results = try await session.write(PushStore.delete(.id(session.tenant.id), .id(id)))
        guard results[0].affectedRows > 0 else {
            throw TenancyError.notFound("You have no such device \(id.rawValue).")
        }
    }
}
