extension Samples {
    /// Calls by their names in `ParlayClient`, which keeps the token itself.
    static let library: [String: String] =
        signingIn.merging(people) { $1 }.merging(meetups) { $1 }.merging(wagers) { $1 }
        .merging(sportsbook) { $1 }.merging(shelf) { $1 }.merging(administration) { $1 }
        .merging(sportsbookAdministration) { $1 }

    private static let register = """
        let parlay = Parlay(server: server, tenant: "wordup", storage: FileTokenStorage(file))
        let profile = try await parlay.account.register(
            Registration(
                username: "ann", password: "tango under the rain", email: "ann@example.org",
                firstName: "Ann", lastName: "Archer", knownLang: "en", learnLang: "es"
            )
        )
        """
    private static let deleteAccount = #"try await parlay.account.delete(password: "correct horse battery")"#
    private static let changeProfile = """
        try await parlay.profiles.update { $0.bio = .set("Tango, tapas and tongues.") }
        """
    private static let replaceProfile = """
        let me = try await parlay.profiles.me()
        var profile = ProfileUpdate()
        profile.username = .set("ada")
        profile.email = .set("ada@example.org")
        profile.firstName = .set("Ada")
        profile.lastName = .set("Moreau")
        profile.knownLang = .set("en")
        profile.learnLang = .set("es")
        profile.currentPassword = "correct horse battery"
        try await parlay.profiles.replace(with: profile, ifUnchanged: me)
        """
    private static let setPhoto = """
        let profile = try await parlay.profiles.setPhoto(
            photo, format: .jpeg, crop: PhotoCrop(x: 0, y: 120, width: 900, height: 900)
        )
        """

    private static let signingIn = [
        "checkAvailability": #"let isFree = try await parlay.account.availability(username: "ann").username"#,
        "register": register,
        "createProfile": register,
        "login": """
        let parlay = Parlay(server: server, tenant: "wordup", storage: FileTokenStorage(file))
        try await parlay.account.logIn("ada", password: "correct horse battery", device: "Ada's phone")
        """,
        "obtainToken":
            #"let token = try await parlay.account.token("ada", password: "correct horse battery")"#,
        "logout": "try await parlay.account.logOut(everywhere: true)",
        "changePassword": """
        try await parlay.account.changePassword(from: "correct horse battery", to: "tango in the sunshine")
        """,
        "postPasswordReset": #"try await parlay.account.requestPasswordReset(email: "ada@example.org")"#,
        "postPasswordResetConfirm": """
        try await parlay.account.resetPassword(code: "K7QF-2M9X-WTBC-4DPR", to: "tango in the sunshine")
        """,
        "requestEmailVerification": """
        let me = try await parlay.profiles.me()
        if me.value.emailVerified == false {
            try await parlay.account.requestEmailVerification()
        }
        """,
        "loginWithIDToken": """
        let parlay = Parlay(server: server, tenant: "wordup", storage: FileTokenStorage(file))
        switch try await parlay.account.logIn(idToken: idToken, nonce: nonce) {
        case .signedIn(let profile): print("Hello", profile.person.displayName)
        case .newcomer(let newcomer):
            try await parlay.account.register(
                Registration(
                    ticket: newcomer.registrationTicket, username: "ann", email: newcomer.email,
                    firstName: newcomer.firstName ?? "Ann", lastName: newcomer.lastName ?? "",
                    knownLang: "en", learnLang: "es"
                )
            )
        }
        """,
        "listIdentities": """
        for try await identity in parlay.identities.all() {
            print(identity.issuer, identity.email ?? "")
        }
        """,
        "linkIdentity": "try await parlay.identities.link(idToken: idToken, nonce: nonce)",
        "unlinkIdentity": "try await parlay.identities.unlink(3)",
        "verifyEmail": #"try await parlay.account.verifyEmail(code: "K7QF-2M9X-WTBC-4DPR")"#,
        "deleteOwnAccount": deleteAccount,
        "deleteOwnAccountByPost": deleteAccount,
        "deleteAccount": deleteAccount,
        "listTokens": """
        for try await device in parlay.devices.all() {
            print(device.label, device.current)
        }
        """,
        "revokeToken": "try await parlay.devices.revoke(1)",
        "about": "let about = try await parlay.about()",
    ]

    private static let people = [
        "getOwnProfile": "let me = try await parlay.profiles.me()",
        "getProfile": "let chen = try await parlay.profiles.profile(3)",
        "replaceOwnProfile": replaceProfile,
        "replaceProfile": replaceProfile,
        "changeOwnProfile": changeProfile,
        "changeProfile": changeProfile,
        "getProfilePhoto": "let photo = try await parlay.profiles.photo(of: 3, size: .large)",
        "getProfilesMePhoto": """
        if let id = try await parlay.account.signedInID() {
            let photo = try await parlay.profiles.photo(of: id, size: .large)
        }
        """,
        "replaceProfilesMePhoto": setPhoto,
        "replaceProfilePhoto": setPhoto,
        "deleteProfilesMePhoto": "try await parlay.profiles.removePhoto()",
        "deleteProfilePhoto": "try await parlay.profiles.removePhoto()",
        "listBlocks": """
        for try await block in parlay.blocks.all() {
            print(block.person.username)
        }
        """,
        "findPeople": """
        for try await person in parlay.people(named: "dora") {
            print(person.username)
        }
        """,
        "listFriends": """
        for try await request in parlay.friends.all(in: [.received]) {
            print(request.person.displayName)
        }
        """,
        "askFriend": #"let friend = try await parlay.friends.ask("dora")"#,
        "acceptFriend": "try await parlay.friends.accept(6)",
        "removeFriend": "try await parlay.friends.remove(2)",
        "createBlock": "try await parlay.blocks.add(3)",
        "getBlock": "let isBlocked = try await parlay.blocks.block(of: 3) != nil",
        "deleteBlock": "try await parlay.blocks.remove(3)",
        "createReport": """
        try await parlay.reports.report(.account(3), for: .spam, text: "Sends the same link to everybody.")
        """,
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
        "listNotices": """
        for try await notice in parlay.inbox.notices(unread: true) {
            print(notice.title)
        }
        """,
        "markNoticesRead": "try await parlay.inbox.markRead(upTo: 41)",
    ]

    private static let meetups = [
        "listPartners": """
        for try await profile in parlay.matches.candidates(named: "ben") {
            print(profile.person.username)
        }
        """,
        "listLanguages": "let languages = try await parlay.languages()",
        "listMatches": """
        for try await match in parlay.matches.all(in: [.scheduled]) {
            print(match.profile.person.displayName, match.location ?? "")
        }
        """,
        "createMatch": """
        let match = try await parlay.matches.make(with: "ben")
        let other = try await parlay.matches.makeRandom()
        """,
        "getMatch": "let match = try await parlay.matches.get(.id(301))",
        "planMeetup": """
        try await parlay.matches.propose(match, at: tomorrow, location: "Café Luna")
        try await parlay.matches.accept(match)
        try await parlay.matches.cancel(match)
        """,
        "endMatch": "try await parlay.matches.unmatch(.id(304))",
        "getMatchWithPerson": "let match = try await parlay.matches.get(.person(3))",
        "planMeetupWithPerson": """
        try await parlay.matches.propose(bob, at: tomorrow, location: "Café Luna")
        """,
        "endMatchWithPerson": "try await parlay.matches.unmatch(bob)",
        "getMeetupCalendar": "let file = try await parlay.matches.calendarFile(301)",
        "giveFeedback": "try await parlay.matches.giveFeedback(301, met: true)",
    ]

    private static let wagers = [
        "listCategories": "let categories = try await parlay.categories()",
        "createWager": """
        let wager = try await parlay.wagers.pose(
            WagerDraft(name: "Chess in the park", description: "Best of three.", amountCents: 2_000, category: "Other")
        )
        """,
        "getWager": "let wager = try await parlay.wagers.get(10)",
        "updateWager": """
        let wager = try await parlay.wagers.get(10)
        if var draft = WagerDraft(of: wager.value) {
            draft.amountCents = 2_500
            try await parlay.wagers.replace(10, with: draft, ifUnchanged: wager)
        }
        """,
        "deleteWager": "try await parlay.wagers.delete(10)",
        "takeWager": """
        let wager = try await parlay.wagers.get(2415)
        try await parlay.wagers.take(wager)
        """,
        "declineWager": "try await parlay.wagers.decline(2415)",
        "completeWager": "try await parlay.wagers.claim(10, wonBy: .challenger)",
        "cancelWager": "try await parlay.wagers.cancel(10)",
        "withdrawWagerCancellation": "try await parlay.wagers.withdrawCancellation(10)",
        "nameWagerArbiter": #"try await parlay.wagers.nameArbiter("dora", for: 10)"#,
        "arbitrateWager": """
        // Either of these:
        try await parlay.wagers.decide(2412, wonBy: .challengee, reason: "The photo shows it.")
        try await parlay.wagers.void(2412, reason: "Nobody can tell.")
        """,
        "payWager": """
        let guide = try await parlay.wagers.pay(1, by: .venmo)
        // On iOS: { UIApplication.shared.canOpenURL($0) }
        if let link = guide.link(canOpen: canOpen) { openURL(link) }
        """,
        "confirmWager": "try await parlay.wagers.confirm(1, paid: true)",
        "rateWager": #"try await parlay.wagers.rate(1, 5, comment: "Paid at once.")"#,
        "voidWager": #"try await parlay.admin.voidWager(10, reason: "This sells something.")"#,
        "listDisputes": """
        for try await wager in parlay.admin.disputes() {
            print(wager.name)
        }
        """,
        "listWagers": """
        let here = FeedFilters(near: Place(lat: 30.2672, lon: -97.7431), radiusKm: 10)
        for try await wager in parlay.wagers.feed(here, by: .distance) {
            print(wager.name, wager.amountText(), wager.distanceKm ?? 0)
        }
        """,
        "listWagersOfPerson": """
        for try await wager in parlay.wagers.of(2002, in: [.confirmed]) {
            print(wager.name)
        }
        """,
        "search": """
        for try await wager in parlay.search.wagers("chess") {
            print(wager.name)
        }
        """,
    ]

    private static let sportsbook = [
        "listTournaments": """
        for try await tournament in parlay.sportsbook.tournaments() {
            print(tournament.name)
        }
        """,
        "getTournament": "let tournament = try await parlay.sportsbook.tournament(1)",
        "listEvents": """
        for try await event in parlay.sportsbook.events(week: .current) {
            for market in event.markets where market.kind == .moneyline {
                print(event.away, event.home, market.outcomes.map { $0.priceText(as: .american) })
            }
        }
        """,
        "getEvent": "let event = try await parlay.sportsbook.event(1)",
        "getSportsbook": "let tree = try await parlay.sportsbook.tree()",
        "openLiveStream": """
        // Loads the tree, keeps it up to date, and reconnects by itself.
        for try await book in parlay.sportsbook.live() {
            print(book.connection, book.tournaments.count, book.moves.count)
        }
        """,
        "createLiveTicket": "let ticket = try await parlay.sportsbook.liveTicket()",
        "getMarket": "let market = try await parlay.sportsbook.market(1)",
        "getOutcome": """
        let outcome = try await parlay.sportsbook.outcome(1)
        print(outcome.priceText(as: .fractional))
        """,
        "getWallet": """
        let wallet = try await parlay.wallet.get()
        print(wallet.balanceText(), wallet.openStakesText())
        """,
        "listWalletEntries": """
        for try await entry in parlay.wallet.entries() {
            print(entry.kind, entry.amountText(), entry.balanceAfterText())
        }
        """,
        "createBet": """
        let outcome = try await parlay.sportsbook.outcome(1)
        let slip = BetDraft(on: [outcome], stakeCents: 1_000)
        do throws(ParlayError) {
            try await parlay.bets.place(slip)
        } catch {
            guard let change = error.priceChange else { throw error }
            // Show the new prices; if the person agrees:
            try await parlay.bets.place(slip.accepting(change))
        }
        """,
        "listBets": """
        for try await bet in parlay.bets.all(in: [.open]) {
            print(bet.legs.map(\\.name), bet.potentialPayoutText())
        }
        """,
        "getBet": "let bet = try await parlay.bets.get(1)",
        "listLeaderboard": """
        for try await entry in parlay.sportsbook.leaderboard().prefix(10) {
            print(entry.rank, entry.person.displayName, entry.profitText())
        }
        """,
    ]

    private static let shelf = [
        "listGames": """
        for try await game in parlay.games.all(.init(name: "portal")) { print(game.name) }
        """,
        "listGenres": "for try await genre in parlay.games.genres() { print(genre.name, genre.games) }",
        "listPlatforms":
            "for try await platform in parlay.games.platforms() { print(platform.name, platform.games) }",
        "getGame": """
        let game = try await parlay.games.get(1416)
        print(game.game.name, game.shelfEntry?.status == .playing, game.isWished)
        """,
        "listShelf": """
        for try await entry in parlay.shelf.games([.playing], by: .hours) { print(entry.game.name, entry.userHours) }
        """,
        "getShelfStats": "let stats = try await parlay.shelf.stats()",
        "listShelfOfPerson": """
        for try await entry in parlay.shelf.games(of: 5016) { print(entry.game.name) }
        """,
        "getShelf": """
        for try await entry in parlay.shelf.games(of: 5016) { print(entry.game.name) }
        """,
        "listShelves": """
        for try await shelf in parlay.shelf.people() { print(shelf.person.username, shelf.games) }
        """,
        "addToShelf": "let entry = try await parlay.shelf.add(1416, .playing)",
        "getShelfEntry": "let entry = try await parlay.shelf.entry(1700)",
        "replaceShelfEntry": """
        var entry = ShelfUpdate()
        entry.status = .set(.finished)
        entry.userRating = .set(93)
        try await parlay.shelf.replace(1700, with: entry)
        """,
        "updateShelfEntry": """
        try await parlay.shelf.update(1700) { $0.userHours = .set(PlayedHours(tenths: 125)) }
        """,
        "removeFromShelf": "try await parlay.shelf.remove(1700)",
        "exportShelf": "try await parlay.shelf.exportFile().write(to: file)",
        "importShelf": """
        let report = try await parlay.shelf.importFile(Data(contentsOf: file), isDry: true)
        """,
        "listWishlist": """
        for try await wish in parlay.wishlist.games() { print(wish.game.name) }
        """,
        "addToWishlist": "try await parlay.wishlist.add(1416)",
        "removeFromWishlist": "try await parlay.wishlist.remove(94)",
    ]
}
