package import Database
package import ParlayAPI
package import Tenancy

/// A profile as the caller may see it.
package struct ShownProfile: Sendable {
    package fileprivate(set) var profile: Profile
    /// The profile's ETag.
    package fileprivate(set) var tag: String
    let isOwn: Bool

    fileprivate init(_ account: consuming Account, isOwn: Bool, in tenant: Tenant) {
        tag = account.tag
        profile = account.profile(in: tenant, isOwn: isOwn)
        self.isOwn = isOwn
    }

    /// For a caller who may not know the address.
    package mutating func hideAddress() {
        profile.email = nil
        profile.emailVerified = nil
    }

    fileprivate init(_ columns: inout ColumnReader, for caller: AccountID?, in tenant: Tenant)
        throws(DatabaseError)
    {
        var version: Int64 = 0
        profile = try Account.profile(&columns, for: caller, in: tenant, version: &version)
        let id = profile.person.id
        isOwn = caller.map { $0.rawValue == id } ?? true
        tag = "\(version)"
    }
}

/// The readers of profiles, one for each set of modules that a tenant may have. Make one a process: their statements stay
/// as long as it runs.
package struct ProfileReaders: Sendable {
    /// By `Set<Module>.bits`.
    private let readers: [ProfileReader]
    /// The same without the parts that every tenant has.
    private let ofModules: [ProfileReader]
    /// What people fill in, by module.
    package let fields: [(module: Module, fields: ProfileFields)]

    package init(_ parts: [ProfilePart]) {
        readers = Self.readers(parts)
        ofModules = Self.readers(parts.filter { $0.module != nil })
        fields = parts.compactMap { part in
            guard let module = part.module, let fields = part.fields else { return nil }
            return (module, fields)
        }
    }

    private static func readers(_ parts: [ProfilePart]) -> [ProfileReader] {
        let all = Set(parts.compactMap(\.module)).bits
        var made: [Int: ProfileReader] = [:]
        return (0..<(1 << Module.allCases.count)).map { bits in
            // Modules without parts make no difference.
            let reader =
                made[bits & all]
                ?? ProfileReader(
                    parts.filter { part in part.module.map { Set([$0]).bits & bits != 0 } ?? true }
                )
            made[bits & all] = reader
            return reader
        }
    }

    /// Only the parts of these modules, for rows that were read with those of every tenant.
    func parts(of modules: Set<Module>) -> ProfileReader { ofModules[modules.bits] }

    /// For tenants that have these modules.
    package subscript(enabled: Set<Module>) -> ProfileReader {
        readers[enabled.bits]
    }

    subscript(tenant: Tenant) -> ProfileReader { readers[tenant.moduleBits] }

    /// For the test that prepares them.
    package var statements: [Statement] { Array(Set((readers + ofModules).flatMap(\.statements))) }
}

/// Reads accounts with what some modules add to their profiles, in one statement.
///
/// What answers one row asks for it as a record: one column instead of some twenty, each of which PostgreSQL describes and
/// libpq reads again with every answer. For many rows it would be slower (decision 121).
package struct ProfileReader: Sendable {
    let parts: [ProfilePart]
    /// The caller's own.
    private let me: Statement
    /// The same, with the password's hash.
    private let own: Statement
    /// That of the account `$2`, unless the person blocked the caller.
    private let visible: Statement
    /// What the modules add to the accounts `$2`.
    private let added: Statement

    fileprivate var statements: [Statement] { [me, own, visible, added] }

    fileprivate init(_ parts: [ProfilePart]) {
        self.parts = parts
        func all(_ columns: SQLFragment) -> SQLFragment { parts.reduce(columns) { $0 + $1.columns } }
        func allOwn(_ columns: SQLFragment) -> SQLFragment { parts.reduce(columns) { $0 + $1.ownColumns } }
        func statement(_ columns: SQLFragment, _ condition: SQLFragment) -> Statement {
            Statement(joining: ["select", columns, "from accounts a"] + parts.map(\.joins) + [condition])
        }
        me = statement(allOwn(Account.columns.of("a")).record, AccountStore.isCaller)
        own = statement(allOwn(SecretAccount.columns.of("a")).record, AccountStore.isCaller)
        visible = statement(all(Account.shownColumns.of("a")).record, AccountStore.isVisible)
        added = statement(all("a.id"), "where a.tenant_id = $1 and a.id = any ($2::bigint[])")
    }

    /// Whether its modules have parts.
    var addsAnything: Bool { !parts.isEmpty }

    // MARK: Queries

    func me(in tenant: Tenant) -> Query { me(.id(tenant.id)) }

    /// The caller's, with the password's hash.
    func own(in tenant: Tenant) -> Query { own(.id(tenant.id)) }

    /// That of a person whom the caller may see.
    func visible(_ id: AccountID, in tenant: Tenant) -> Query { visible(.id(tenant.id), .id(id)) }

    /// What the modules add to different accounts that were read without it; no query if they add nothing.
    package func added(to accounts: [Int64], in tenant: Tenant) -> [Query] {
        guard !parts.isEmpty, !accounts.isEmpty else { return [] }
        return [added(.id(tenant.id), .integers(accounts))]
    }

    // MARK: Rows

    /// - Parameters:
    ///   - rows: those of `me` or `visible`.
    ///   - caller: `nil` for those of `me`.
    func profile(_ rows: ResultSet, for caller: AccountID? = nil, in tenant: Tenant) throws(DatabaseError)
        -> ShownProfile?
    {
        guard !rows.isEmpty else { return nil }
        return try rows.read(0) { columns throws(DatabaseError) in
            var shown = try ShownProfile(&columns, for: caller, in: tenant)
            try read(&columns, into: &shown)
            return shown
        }
    }

    /// - Parameter rows: those of `own`.
    func ownProfile(_ rows: ResultSet, in tenant: Tenant) throws(DatabaseError) -> (
        SecretAccount, ShownProfile
    )? {
        guard !rows.isEmpty else { return nil }
        return try rows.read(0) { columns throws(DatabaseError) in
            let own = try SecretAccount(&columns)
            var shown = ShownProfile(own.account, isOwn: true, in: tenant)
            try read(&columns, into: &shown)
            return (own, shown)
        }
    }

    /// The profile of an account that was read, as its owner sees it.
    ///
    /// - Parameter rows: those of `added` to it alone, if there was such a query.
    func ownProfile(_ account: Account, _ rows: ResultSet?, in tenant: Tenant) throws(DatabaseError)
        -> ShownProfile
    {
        var shown = ShownProfile(account, isOwn: true, in: tenant)
        guard let rows, !rows.isEmpty else { return shown }
        try rows.read(0) { columns throws(DatabaseError) in
            let _: AccountID = try columns.id()
            try read(&columns, into: &shown)
        }
        return shown
    }

    /// Adds the rows of `added` to the profiles of different accounts.
    package func add(_ rows: ResultSet, to profiles: inout [Profile]) throws(DatabaseError) {
        var positions: [Int64: Int] = [:]
        for (position, profile) in profiles.enumerated() { positions[profile.person.id] = position }
        for row in 0..<rows.count {
            try rows.read(row) { columns throws(DatabaseError) in
                let id = try columns.integer()
                guard let position = positions[id] else { throw .decoding("account \(id) was not asked for") }
                var unusedTag = ""
                for part in parts { try part.read(&columns, &profiles[position], &unusedTag) }
            }
        }
    }

    private func read(_ columns: inout ColumnReader, into shown: inout ShownProfile) throws(DatabaseError) {
        for part in parts { try part.read(&columns, &shown.profile, &shown.tag) }
    }
}
