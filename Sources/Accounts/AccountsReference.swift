package import Tenancy

extension ReferencePart {
    /// Sign-in, profiles, people and settings.
    package static let accounts = ReferencePart(
        chapters: [
            Chapter(
                .everyone,
                "Signing in",
                "Accounts, tokens, passwords, passkeys and outside accounts. Each device has a token.",
                words: [
                    "register", "login", "token", "logout", "tokens", "password", "email", "identities",
                    "passkeys", "second-factor", "not-me",
                ],
                guide: "accounts"
            ),
            Chapter(
                .everyone,
                "Profiles",
                "Your profile, other people's, and photos.",
                words: ["profiles", "photo"],
                guide: "accounts"
            ),
            Chapter(
                .everyone,
                "People",
                "Blocking people and reporting to the moderators.",
                words: ["blocks", "reports", "friends", "people"],
                isByWord: true,
                guide: "accounts"
            ),
            Chapter(
                .everyone,
                "Settings",
                "An account's settings, and an export of its data.",
                words: ["settings", "export"],
                guide: "accounts"
            ),
        ],
        guides: [
            Guide(
                .everyone,
                "accounts",
                "Registration, sign-in, profiles, photos, the inbox, lists and retries."
            )
        ],
        samples: samples,
        events: [
            Event("profile.changed", about: "account", "Your profile or photo changed."),
            Event("settings.changed", about: "account", "Your settings changed."),
            Event(
                "account.security",
                about: "account",
                "Somebody signed in from somewhere new, or what you sign in with changed: your inbox says what."
            ),
            Event("account.changed", about: "account", "Your role or the state of your account changed."),
            Event(
                "friend.request",
                about: "account",
                "A person asked another to be friends: you, or you them."
            ),
            Event("friend.accepted", about: "account", "You are friends with this person."),
            Event("friend.removed", about: "account", "A friendship or a request is gone."),
            Event("block.added", about: "account", "You blocked this person."),
            Event("block.removed", about: "account", "You do not block this person any more."),
        ],
        synonyms: [
            ["sign up", "signup", "register", "registration", "create account", "join"],
            ["sign in", "signin", "log in", "login", "authenticate", "authentication"],
            [
                "oidc", "openid", "openid connect", "outside account", "identity", "google", "apple",
                "social login",
            ],
            [
                "second factor", "two-factor", "2fa", "mfa", "totp", "authenticator", "one-time code",
                "recovery code",
            ],
            ["sign out", "signout", "log out", "logout"],
            ["avatar", "photo", "picture", "image"],
            ["password", "passphrase"],
            ["forgot password", "forgotten password", "lost password", "password reset", "reset password"],
            ["delete account", "close account", "remove account", "deletion", "erase"],
            ["export", "gdpr", "takeout", "download data"],
            ["friend", "friends", "follow", "contact"],
            ["block", "mute", "ignore"],
            ["device", "devices", "session", "sessions"],
            ["setting", "settings", "preference", "preferences", "configuration", "environment"],
        ]
    )

    private static let deleteAccount = #"try await parlay.account.delete(password: "correct horse battery")"#
    private static let changeProfile = """
        try await parlay.profiles.update { $0.bio = .set("Tango, tapas and tongues.") }
        """
    private static let setPhoto = """
        let profile = try await parlay.profiles.setPhoto(
            photo, format: .jpeg, crop: PhotoCrop(x: 0, y: 120, width: 900, height: 900)
        )
        """

    private static let samples: [String: Sample] = [
        "checkAvailability": .init(
            #"let isFree = try await parlay.account.availability(username: "ann").username"#,
            query: [("username", "ann")]
        ),
        "login": """
        let parlay = Parlay(server: server, tenant: "wordup", storage: FileTokenStorage(file))
        try await parlay.account.logIn("ada", password: "correct horse battery", device: "Ada's phone")
        """,
        "loginWithSecondFactor": """
        do {
            try await parlay.account.logIn("ada", password: "correct horse battery")
        } catch {
            guard let ticket = error.secondFactorTicket else { throw error }
            try await parlay.account.logIn(ticket: ticket, code: "287082")
        }
        """,
        "passkeyOptions": "let options = try await parlay.passkeys.options(.signIn)",
        "createPasskey": """
        let passkey = try await parlay.passkeys.add(
            credential, label: "Ada's phone", password: "correct horse battery"
        )
        """,
        "listPasskeys": "let passkeys = try await parlay.passkeys.all().all()",
        "renamePasskey": #"try await parlay.passkeys.rename(7, to: "Ada's phone")"#,
        "deletePasskey": "try await parlay.passkeys.delete(7)",
        "loginWithPasskey": "try await parlay.account.logIn(passkey: credential)",
        "getSecondFactor": "let isOn = try await parlay.secondFactor.get().enabled",
        "beginSecondFactor": """
        let secret = try await parlay.secondFactor.begin(password: "correct horse battery")
        print(secret.url)
        """,
        "proveSecondFactor": #"let codes = try await parlay.secondFactor.prove(code: "287082").codes"#,
        "replaceRecoveryCodes": """
        let codes = try await parlay.secondFactor.replaceRecoveryCodes(
            code: "287082", password: "correct horse battery"
        )
        """,
        "removeSecondFactor": """
        try await parlay.secondFactor.remove(code: "287082", password: "correct horse battery")
        """,
        "keepSecondFactor": "try await parlay.secondFactor.keep()",
        "denyNotice": #"try await parlay.account.deny(code: "kT3fJw")"#,
        "obtainToken":
            #"let token = try await parlay.account.token("ada", password: "correct horse battery")"#,
        "logout": "try await parlay.account.logOut(everywhere: true)",
        "changePassword": """
        try await parlay.account.changePassword(from: "correct horse battery", to: "tango in the sunshine")
        """,
        "requestPasswordReset": #"try await parlay.account.requestPasswordReset(email: "ada@example.org")"#,
        "resetPassword": """
        try await parlay.account.resetPassword(code: "K7QF-2M9X-WTBC-4DPR", to: "tango in the sunshine")
        """,
        "requestEmailVerification": """
        let me = try await parlay.profiles.me()
        if me.value.emailVerified == false {
            try await parlay.account.requestEmailVerification()
        }
        """,
        "listIdentities": """
        for try await identity in parlay.identities.all() {
            print(identity.issuer, identity.email ?? "")
        }
        """,
        "linkIdentity": "try await parlay.identities.link(idToken: idToken, nonce: nonce)",
        "loginWithOAuth": """
        let answer = try await parlay.account.logIn(
            oauth: OAuthCredentials(
                provider: "github", code: code, verifier: verifier, redirectURI: "org.example.app:/signed-in"
            )
        )
        if case .newcomer(let newcomer) = answer {
            print(newcomer.registrationTicket)
        }
        """,
        "linkOAuthIdentity": """
        try await parlay.identities.link(
            OAuthProof(
                provider: "github", code: code, verifier: verifier, redirectURI: "org.example.app:/signed-in"
            )
        )
        """,
        "unlinkIdentity": "try await parlay.identities.unlink(3)",
        "verifyEmail": #"try await parlay.account.verifyEmail(code: "K7QF-2M9X-WTBC-4DPR")"#,
        "deleteOwnAccount": .init(deleteAccount),
        "deleteOwnAccountByPost": .init(deleteAccount),
        "deleteAccount": .init(deleteAccount),
        "listTokens": """
        for try await device in parlay.devices.all() {
            print(device.label, device.current)
        }
        """,
        "revokeToken": "try await parlay.devices.revoke(1)",
        "getOwnProfile": "let me = try await parlay.profiles.me()",
        "getProfile": .init("let chen = try await parlay.profiles.profile(3)", id: 3),
        "changeOwnProfile": .init(changeProfile),
        "changeProfile": .init(changeProfile),
        "getProfilePhoto": .init("let photo = try await parlay.profiles.photo(of: 3, size: .large)", id: 3),
        "getOwnPhoto": """
        if let id = try await parlay.account.signedInID() {
            let photo = try await parlay.profiles.photo(of: id, size: .large)
        }
        """,
        "replaceOwnPhoto": .init(setPhoto),
        "replaceProfilePhoto": .init(setPhoto),
        "deleteOwnPhoto": "try await parlay.profiles.removePhoto()",
        "deleteProfilePhoto": "try await parlay.profiles.removePhoto()",
        "listBlocks": """
        for try await block in parlay.blocks.all() {
            print(block.person.username)
        }
        """,
        "findPeople": .init(
            """
            for try await person in parlay.people(named: "dora") {
                print(person.username)
            }
            """,
            query: [("q", "dora")]
        ),
        "listFriends": """
        for try await request in parlay.friends.all(in: [.received]) {
            print(request.person.displayName)
        }
        """,
        "askFriend": #"let friend = try await parlay.friends.ask("dora")"#,
        "acceptFriend": .init("try await parlay.friends.accept(6)", id: 6),
        "removeFriend": .init("try await parlay.friends.remove(2)", id: 2),
        "createBlock": .init("try await parlay.blocks.add(3)", id: 3),
        "getBlock": .init("let isBlocked = try await parlay.blocks.block(of: 3) != nil", id: 3),
        "deleteBlock": .init("try await parlay.blocks.remove(3)", id: 3),
        "getSettings": "let settings = try await parlay.settings.get()",
        "replaceSettings": """
        var settings = AccountSettingsUpdate()
        settings.locale = .set("de")
        settings.timeZone = .set("Europe/Berlin")
        settings.mailNotices = .set(false)
        try await parlay.settings.replace(with: settings)
        """,
        "changeSettings": "try await parlay.settings.update { $0.mailNotices = .set(true) }",
        "getExport": """
        let json = try await parlay.account.export()
        try json.write(to: file)
        """,
    ]
}
