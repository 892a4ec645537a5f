internal import Accounts
internal import Localization
internal import Pages
internal import Tenancy
internal import Transfer

extension Component {
    /// Sign-in, profiles, people and friends, photos, blocks, a person's settings and export.
    static let accounts = Component(
        routes: { services in
            let (accounts, all) = (services.accounts, services.components)
            let settings = SettingsService(all.personalSettings)
            let blocks = BlockService(steps: all.blockingSteps)
            return [
                AccountRoutes(accounts).routes, AvailabilityRoutes(accounts).routes,
                IdentityRoutes(accounts).routes, OAuthRoutes(accounts).routes, PasskeyRoutes(accounts).routes,
                SecondFactorRoutes(accounts).routes,
                DenialRoutes(accounts).routes, ProfileRoutes(accounts).routes, TokenRoutes().routes,
                PasswordResetRoutes(accounts).routes, EmailVerificationRoutes(accounts).routes,
                SettingsRoutes(settings).routes,
                BlockRoutes(blocks, notes: all.map(\.blockingNote)).routes,
                ExportRoutes(ExportService(accounts, settings, all.exports, on: services.files)).routes,
                FriendRoutes().routes, PeopleRoutes(services.searches).routes,
                PhotoRoutes(services.photos, accounts).routes,
            ].flatMap(\.self)
        },
        files: { services in AssociationFiles(services.accounts, services.registry).routes },
        app: .accounts,
        appRoutes: { services in OutsideForms(services.accounts, services.site).routes },
        profileParts: [FriendParts.profile],
        exports: [IdentityStore.export, PasskeyStore.export, FriendParts.export],
        deletionSteps: FriendParts.deletionSteps,
        pruning: [
            IdentityStore.pruning, IssuerKeyStore.pruning, PhotoStore.pruning,
            SecondFactorStore.ticketPruning,
            KnownDeviceStore.pruning,
        ],
        blockingSteps: FriendParts.blockingSteps,
        figures: AccountFigures.all,
        statements: AccountStore.statements + SettingsStore.statements + FriendStore.statements
            + PeopleStore.statements + BlockStore.statements + InviteStore.statements
            + ExportStore.statements + PasswordCostStore.statements + IdentityStore.statements
            + PasskeyStore.statements + IssuerKeyStore.statements + PhotoStore.statements
            + SecondFactorStore.statements + DenialStore.statements + KnownDeviceStore.statements,
        transfer: TransferRules(
            leftOut: [
                .init("used_proofs", "ID tokens and tickets that were used at the old installation"),
                .init("sign_in_tickets", "sign-ins that wait for a code at the old installation"),
            ],
            verifications: [
                .init(
                    "accounts",
                    PasswordCostStore.tooCostly,
                    advice:
                        "Raise PARLAY_PASSWORD_MEMORY_KIB, PARLAY_PASSWORD_ITERATIONS and PARLAY_PASSWORD_PARALLELISM if"
                        + " you trust the file; otherwise write null in place of the hash, and the person sets a new"
                        + " password by mail."
                )
            ]
        ),
        reference: .accounts,
        problems: TextLookup(AccountProblemText.self),
        notices: TextLookup(AccountNoticeText.self)
    )
}
