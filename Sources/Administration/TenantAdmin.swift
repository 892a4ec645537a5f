package import Database
package import ParlayAPI
internal import Security
package import Tenancy

/// The operator's actions on tenants, over a connection as `parlay_owner`, which sees all of them. Fronts are
/// notified of a change and read the tenants again.
package struct TenantAdmin {
    let connection: BlockingConnection
    private let form: TenantSettingsForm

    /// - Parameter form: the settings that may be changed.
    package init(_ connection: BlockingConnection, _ form: TenantSettingsForm = TenantSettingsForm([])) {
        self.connection = connection
        self.form = form
    }

    static let list = RowStatement<TenantRow>(
        "select",
        TenantRow.columns,
        """
          from tenants
         where $1::text is null or slug = $1
         order by slug
        """
    )
    /// Those that live in this database; see decision 203.
    static let residents = RowStatement<TenantRow>(
        "select",
        TenantRow.columns,
        "from tenants where state in ('open', 'fenced') order by slug"
    )
    static let create = RowStatement<TenantRow>(
        """
        insert into tenants (slug, name, modules, settings, created_at, updated_at)
        values ($1, $2, $3::text[], $4::jsonb, $5, $5)
        on conflict (slug) do nothing
        returning
        """,
        TenantRow.columns
    )
    /// Null parameters change nothing. No row for a tenant whose deletion has begun.
    static let change = RowStatement<TenantRow>(
        """
        update tenants
           set name = coalesce($2, name), modules = coalesce($3::text[], modules),
               settings = coalesce($4::jsonb, settings), status = coalesce($5, status),
               hosts = coalesce($7::text[], hosts), updated_at = $6
         where slug = $1 and status <> 'deleting'
        returning
        """,
        TenantRow.columns
    )
    /// Seals the secrets among settings; see `TenantSettings.secret`.
    private static let signingKey = RowStatement<[UInt8]>(
        "select key from signing_keys where name = 'cursor'"
    )
    package static let statements = [
        list.statement, residents.statement, create.statement, change.statement, signingKey.statement,
        secondFactors.statement,
    ]

    /// All tenants by slug.
    ///
    /// - Throws: `AdministrationError.invalid` if the stored settings do not decode.
    package func list() throws(AdministrationError) -> [Tenant] {
        var tenants: [Tenant] = []
        for row in try connection.run(Self.list(nil)) { tenants.append(try Self.tenant(row)) }
        return tenants
    }

    /// The tenants by slug that live in this database, which may be one of several.
    package func residents() throws(AdministrationError) -> [Tenant] {
        var tenants: [Tenant] = []
        for row in try connection.run(Self.residents()) { tenants.append(try Self.tenant(row)) }
        return tenants
    }

    package func tenant(_ slug: String) throws(AdministrationError) -> Tenant {
        guard let row = try connection.run(Self.list(.text(slug))).first else { throw .unknownTenant(slug) }
        return try Self.tenant(row)
    }

    package func create(
        _ slug: String,
        name: String,
        modules: Set<Module>,
        settings: TenantSettings = .defaults,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Tenant {
        try Self.requireName(name)
        do throws(AdministrationError) {
            return try connection.atomically { () throws(AdministrationError) in
                let create = Self.create(
                    .text(slug),
                    .text(name),
                    .texts(modules.map(\.rawValue).sorted()),
                    .json(settings.stored),
                    .time(now)
                )
                guard let row = try connection.run(create).first else { throw .slugTaken(slug) }
                let tenant = try Self.tenant(row)
                try connection.log(AuditDraft(.tenantCreate), in: tenant.id, at: now)
                return tenant
            }
        } catch .badSlug {
            throw .badSlug(slug)
        }
    }

    /// Merges settings: those absent from `changes` do not change, `null` clears an optional one.
    package func set(
        _ changes: JSONObject,
        of slug: String,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Tenant {
        let settings = try merging(changes, into: try tenant(slug))
        return try change(slug, settings: settings, at: now)
    }

    package func rename(_ slug: String, _ name: String, at now: Timestamp = .now) throws(AdministrationError)
        -> Tenant
    {
        try Self.requireName(name)
        return try change(slug, name: name, at: now)
    }

    /// The database checks their length.
    private static func requireName(_ name: String) throws(AdministrationError) {
        guard NameRule.violation(of: name) == nil,
            !name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        else { throw .badName }
    }

    package func setModules(
        _ modules: Set<Module>,
        of slug: String,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Tenant {
        try change(slug, modules: modules, at: now)
    }

    /// Makes these the hosts at whose `/` the tenant's app is.
    ///
    /// - Throws: `AdministrationError.hostTaken` if one is another tenant's.
    package func setHosts(
        _ hosts: [String],
        of slug: String,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Tenant {
        try change(slug, hosts: hosts.map { $0.lowercased() }, at: now)
    }

    /// Suspends the tenant within a second, or resumes it.
    package func setActive(
        _ isActive: Bool,
        _ slug: String,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Tenant {
        try change(slug, status: isActive ? "active" : "suspended", at: now)
    }

    /// With the key of the installation.
    func signer() throws(AdministrationError) -> Signer {
        guard let key = try connection.run(Self.signingKey()).first else {
            throw .invalid(["The table signing_keys is empty; restore it from a backup."])
        }
        return Signer(key: key)
    }

    /// The settings with some of them replaced, checked as a whole.
    private func merging(
        _ changes: JSONObject,
        into tenant: Tenant
    ) throws(AdministrationError) -> TenantSettings {
        let signer = try signer()
        do throws(FieldErrors) {
            return try form.merge(
                changes,
                into: tenant.settings,
                of: tenant.modules,
                sealing: signer
            )
        } catch {
            throw AdministrationError(error.entries.map { ($0.path, $0.sentences) })
        }
    }

    private func change(
        _ slug: String,
        name: String? = nil,
        modules: Set<Module>? = nil,
        settings: TenantSettings? = nil,
        status: String? = nil,
        hosts: [String]? = nil,
        at now: Timestamp
    ) throws(AdministrationError) -> Tenant {
        try connection.atomically { () throws(AdministrationError) in
            let old = try tenant(slug)
            let change = Self.change(
                .text(slug),
                .text(name),
                modules.map { .texts($0.map(\.rawValue).sorted()) } ?? .null,
                .json(settings?.stored),
                .text(status),
                .time(now),
                hosts.map { .texts($0) } ?? .null
            )
            // It is there, so it is being deleted.
            guard let row = try connection.run(change).first else { throw .beingDeleted(slug) }
            let new = try Self.tenant(row)
            if let entry = entry(from: old, to: new) { try connection.log(entry, in: new.id, at: now) }
            return new
        }
    }

    /// The audit log's details of a change; `nil` if there was none.
    private func entry(from old: Tenant, to new: Tenant) -> AuditDraft? {
        let changed = form.difference(old.settings, new.settings)
        if !changed.members.isEmpty { return AuditDraft(.settingsChange, changed) }
        var details = JSONObject()
        if old.name != new.name {
            details.add("name", ["from": .string(old.name), "to": .string(new.name)])
        }
        if old.isActive != new.isActive {
            details.add("status", .string(new.isActive ? "active" : "suspended"))
        }
        if old.modules != new.modules {
            details.add("modules", .array(new.modules.map(\.rawValue).sorted().map { .string($0) }))
        }
        if old.hosts != new.hosts { details.add("hosts", .array(new.hosts.map { .string($0) })) }
        return details.members.isEmpty ? nil : AuditDraft(.tenantChange, details)
    }

    private static func tenant(_ row: TenantRow) throws(AdministrationError) -> Tenant {
        guard let tenant = row.tenant else { throw .invalid(["The settings of \(row.slug) are not valid."]) }
        return tenant
    }
}
