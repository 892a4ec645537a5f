package import ParlayAPI

extension Set<Module> {
    /// One bit for each, by its position in `Module.allCases`.
    package var bits: Int {
        Module.allCases.indices.reduce(0) { contains(Module.allCases[$1]) ? $0 | 1 << $1 : $0 }
    }
}

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
    /// One bit for each of `modules`, by its position in `Module.allCases`.
    package let moduleBits: Int
    package let settings: TenantSettings
    /// In lower case; at `/` of each is its app, and the first is the usual one.
    package let hosts: [String]
    package let createdAt: Timestamp
    package let residence: Residence

    package init(
        id: TenantID,
        slug: String,
        name: String,
        isActive: Bool,
        modules: Set<Module>,
        settings: TenantSettings,
        hosts: [String] = [],
        createdAt: Timestamp,
        residence: Residence = Residence()
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.isActive = isActive
        self.modules = modules
        moduleBits = modules.bits
        self.settings = settings
        self.hosts = hosts
        self.createdAt = createdAt
        self.residence = residence
    }

    /// Of a `Host` header: without the port, in lower case.
    package static func hostName(_ header: String) -> String { header.prefix { $0 != ":" }.lowercased() }
}
