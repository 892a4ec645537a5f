package import ParlayAPI

/// One app that this installation serves.
///
/// An immutable object, not a struct: every request passes it on many times, and copying its many fields would
/// contend for reference counts that all loops share.
package final class Tenant: Sendable {
    package let id: TenantID
    package let slug: String
    package let name: String
    package let isActive: Bool
    package let modules: Set<Module>
    package let settings: TenantSettings
    package let createdAt: Timestamp

    package init(
        id: TenantID,
        slug: String,
        name: String,
        isActive: Bool,
        modules: Set<Module>,
        settings: TenantSettings,
        createdAt: Timestamp
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.isActive = isActive
        self.modules = modules
        self.settings = settings
        self.createdAt = createdAt
    }
}
