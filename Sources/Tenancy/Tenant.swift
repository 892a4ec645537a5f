package import ParlayAPI

/// One app that this installation serves.
package struct Tenant: Sendable, Equatable {
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
