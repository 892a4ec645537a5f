package import Accounts
package import Administration
package import Console
package import Database
package import Outbound
package import Pages
package import Reactor
package import Stream
package import Tenancy

/// What the routes of components are built from.
package struct ComponentServices: Sendable {
    /// All components of the installation.
    package let components: [Component]
    package let accounts: AccountService
    package let photos: PhotoService
    package let settings: TenantSettingsService
    /// A permit for each search that may take long.
    package let searches: FairLimiter
    /// Threads for reading files that people upload, and for writing all that an account has.
    package let files: BlockingPool
    /// Where URLs that a tenant sets may lead.
    package let addresses: AddressRule
    /// For work between requests.
    package let database: DatabasePool
    /// The number of the database among those of the installation.
    package let cell: Int
    package let registry: TenantRegistry
    /// Threads for large answers that are made once for everybody.
    package let documents: BlockingPool
    package let configuration: Configuration
    /// The streams of people who are connected here.
    package let streams: StreamHub
    /// What all pages share.
    package let site: Site
    /// What several contributions of a component have together.
    package let shared = SharedValues()

    package init(
        components: [Component],
        accounts: AccountService,
        photos: PhotoService,
        settings: TenantSettingsService,
        searches: FairLimiter,
        files: BlockingPool,
        addresses: AddressRule = .publicOnly,
        database: DatabasePool,
        cell: Int = 1,
        registry: TenantRegistry,
        documents: BlockingPool,
        configuration: Configuration
    ) {
        self.components = components
        self.accounts = accounts
        self.photos = photos
        self.settings = settings
        self.searches = searches
        self.files = files
        self.addresses = addresses
        self.database = database
        self.cell = cell
        self.registry = registry
        self.documents = documents
        self.configuration = configuration
        site = Site(
            components.app,
            showsParts: configuration.tenantsShown != .never,
            proxies: TrustedProxies(configuration[Configuration.trustedProxies])
        )
        streams = StreamHub(database: database, cell: cell, registry: registry)
    }
}

extension ComponentServices {
    /// The same over another database of the installation.
    package func of(_ cell: Int, _ database: DatabasePool) -> ComponentServices {
        ComponentServices(
            components: components,
            accounts: accounts,
            photos: photos,
            settings: settings,
            searches: searches,
            files: files,
            addresses: addresses,
            database: database,
            cell: cell,
            registry: registry,
            documents: documents,
            configuration: configuration
        )
    }
}
