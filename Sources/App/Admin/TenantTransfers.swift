internal import Accounts
internal import Administration
internal import Components
internal import Console
internal import Database
internal import OperatorConsole
internal import ParlayAPI
internal import Security
internal import Tenancy
internal import Transfer

/// Exports, imports and deletions of tenants, for the commands and the console.
struct TenantTransfers {
    private let owner: BlockingConnection
    private let configuration: Configuration

    /// - Parameter owner: as `parlay_owner`. Its session is changed.
    init(_ owner: BlockingConnection, _ configuration: Configuration) {
        self.owner = owner
        self.configuration = configuration
    }

    private var rules: TransferRules { Installation(configuration).components.transferRules }

    func export(_ slug: String, to path: String, progress: @escaping (Int64, Int64) -> Void) throws
        -> TenantExport.Report
    {
        try TenantExport(owner, rules).write(slug, to: path, progress: progress)
    }

    func load(_ path: String, as slug: String?, progress: @escaping (Int64, Int64) -> Void) throws
        -> (report: TenantImport.Report, unopened: UnopenedSecrets)
    {
        // The hashes in the file may cost as much as the present settings.
        _ = try owner.query(PasswordCostStore.allow(try configuration.passwordHasher().cost))
        let report = try TenantImport(owner, rules).read(path, as: slug, progress: progress)
        let tenants = TenantAdmin(owner)
        return (report, try tenants.unopenedSecrets(of: tenants.tenant(report.slug)))
    }

    func count(_ slug: String) throws -> [TenantDeletion.Count] { try TenantDeletion(owner).count(slug) }

    func delete(_ slug: String, progress: (Int64, Int64) -> Void) throws -> [TenantDeletion.Count] {
        try TenantDeletion(owner).run(slug, progress: progress)
    }
}

extension TransferActions {
    /// Each on a connection of its own.
    init(_ configuration: Configuration) {
        let transfers: @Sendable () throws -> TenantTransfers = {
            let location = try DatabaseLocation(configuration)
            var settings = location.settings(for: .owner)
            settings.applicationName = "parlay-console"
            return TenantTransfers(try BlockingConnection(settings), configuration)
        }
        self.init(
            export: { slug, path, progress in
                let report = try transfers().export(slug, to: path, progress: progress)
                return TransferReport(
                    slug: slug,
                    rows: report.rows,
                    bytes: report.bytes,
                    sha256: report.sha256
                )
            },
            load: { path, slug, progress in
                let (report, unopened) = try transfers().load(path, as: slug, progress: progress)
                return TransferReport(slug: report.slug, rows: report.rows, unopened: unopened)
            },
            delete: { slug, progress in
                TransferReport(slug: slug, rows: try transfers().delete(slug, progress: progress))
            }
        )
    }
}
