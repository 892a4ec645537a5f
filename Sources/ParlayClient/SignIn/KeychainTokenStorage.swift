// Not `canImport(Security)`: this package has a target of that name for the server.
#if canImport(Darwin)
public import Foundation
internal import Security

/// Stores the sign-in in this device's keychain, readable after the first unlock, so that an app can refresh in the
/// background.
public actor KeychainTokenStorage: TokenStorage {
    /// The keychain's error.
    public struct Failure: Error, Hashable, LocalizedError {
        /// An `OSStatus`, such as `errSecInteractionNotAllowed` before the first unlock.
        public var status: Int32

        public var errorDescription: String? {
            SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "The keychain answered \(status)."
        }
    }

    private let service: String
    private let account: String
    private let accessGroup: String?

    /// - Parameters:
    ///   - service: identifies the app's items, such as its bundle identifier.
    ///   - account: distinguishes several sign-ins of one app.
    ///   - accessGroup: shares the item with the app's extensions.
    public init(service: String, account: String = "parlay", accessGroup: String? = nil) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
    }

    /// `nil` if there is no item. Throws a `Failure`, or a `DecodingError` for an item of another form.
    public func load() throws -> SavedSignIn? {
        var query = item
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = found as? Data else { throw Failure(status: status) }
        return try JSONDecoder().decode(SavedSignIn.self, from: data)
    }

    /// Replaces the item, or adds it; throws a `Failure`.
    public func save(_ signIn: SavedSignIn) throws {
        let content: [String: Any] = [
            kSecValueData as String: try JSONEncoder().encode(signIn),
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(item as CFDictionary, content as CFDictionary)
        if status == errSecItemNotFound {
            status = unsafe SecItemAdd(item.merging(content) { $1 } as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw Failure(status: status) }
    }

    /// Deletes the item if there is one; throws a `Failure`.
    public func clear() throws {
        let status = SecItemDelete(item as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
    }

    private var item: [String: Any] {
        var item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: account,
            kSecUseDataProtectionKeychain as String: true,
        ]
        if let accessGroup { item[kSecAttrAccessGroup as String] = accessGroup }
        return item
    }
}
#endif
