import ParlayAPI
import Testing

/// What resources write, byte for byte: the first version that apps were built with.
@Suite struct WireFormatTests {
    private static let examples: [any Resource] = [
        About.example, AccountSettings.example, AuditEntry.example, BareToken.example, Block.example,
        CategoryNames.example, Creator.example, Friend.example, Invite.example, Language.example,
        Match.example, NewInvite.example, Notice.example, PaymentGuide.example, Person.example, Place.example,
        Profile.example, Profile.Rating.example, Profile.Reliability.example, Report.example,
        SignedIn.example, Subject.example, TokenInfo.example, Wager.example, WagerClaim.example,
        Webhook.example, WebhookDelivery.example, Tournament.example, SportsEvent.example, Bet.example,
        MovedPrice.example, Wallet.example, WalletEntry.example, LeaderboardEntry.example,
        ImportCounts.example, Game.example, ShelfEntry.example, Wish.example, ShelfStats.example,
        ShelfImportReport.example, PublicShelf.example, Availability.example,
    ]

    /// With as little in them as there can be.
    static let bare: [any Resource & Hashable] = [
        AccountSettings(), AccountSettings(wagers: .init()), AccountSettings(shelf: .init()), FeedFilters(),
        Profile.Rating(mean: nil, count: 0),
        AuditEntry(
            id: 1,
            by: nil,
            action: .settingsChange,
            subject: nil,
            details: [:],
            createdAt: .example
        ),
        Profile(person: .example, bio: "", createdAt: .example, lastActiveAt: .example),
        Invite(id: 1, prefix: "a", uses: 1, createdBy: .example, createdAt: .example),
        Notice(id: 1, kind: .friendRequest, title: "t\n\"", text: "\u{1}", createdAt: .example),
        PaymentGuide(method: .cash, amountCents: 1, note: ""),
        Report(
            id: 1,
            by: .example,
            about: .example,
            reason: .other,
            text: "",
            createdAt: .example
        ),
        TokenInfo(
            id: 1,
            label: "",
            prefix: "",
            current: false,
            createdAt: .example,
            expiresAt: .example
        ),
        Wager(id: 1, name: "", amountCents: 1, category: "", challenger: .example, openedAt: .example),
        Webhook(
            id: 1,
            url: "",
            events: [],
            enabled: false,
            disabledReason: .gone,
            createdAt: .example,
            updatedAt: .example
        ),
        WebhookDelivery(
            id: 1,
            eventID: "",
            type: "",
            attempt: 1,
            status: .pending,
            scheduledAt: .example
        ),
        Tournament(id: 1, sport: "", name: "", status: .closed),
        SportsEvent(id: 1, tournamentID: 2, home: "", away: "", startsAt: .exampleLater),
        Market(id: 1, eventID: 2, kind: .moneyline, prices: .madeUp, outcomes: []),
        Outcome(id: 1, marketID: 2, name: "", side: .draw, price: .assumed, status: .suspended),
        BetLeg(
            outcomeID: 1,
            event: BetEvent(id: 2, home: "", away: "", startsAt: .example),
            name: "",
            side: .draw,
            kind: .matchResult,
            price: .assumed
        ),
        Bet(
            id: 1,
            legs: [],
            stakeCents: 1,
            priceDecimal: DecimalPrice(tenThousandths: 25_000),
            potentialPayoutCents: 2,
            placedAt: .example
        ),
        WalletEntry(id: 1, amountCents: 5, kind: .opening, balanceAfterCents: 5, createdAt: .example),
        Game(id: 1, name: "", updatedAt: .example),
        ShelfEntry(
            game: Game(id: 1, name: "", updatedAt: .example),
            status: .backlog,
            addedAt: .example,
            updatedAt: .example
        ),
        ShelfStats(),
        ShelfImportReport(),
    ]

    @Test func `every resource writes what it always wrote`() {
        let lines = ((Self.examples as [any JSONWritable]) + Self.bare).map { value in
            "\(type(of: value)) \(String(decoding: value.jsonBytes(), as: UTF8.self))"
        }
        let expected = Self.expected.split(separator: "\n").map(String.init)
        #expect(lines.count == expected.count)
        for (line, expected) in zip(lines, expected) { #expect(line == expected) }
    }

    private static let expected = #"""
        About {"slug":"wordup","name":"WordUp","modules":["meetups"],"creators":[{"name":"The WordUp team","url":"https://example.org/wordup","icon":null}],"registration":"open"}
        AccountSettings {"locale":"de","time_zone":"Europe/Berlin","mail_notices":true,"push_notices":true,"push_muted":[],"push_text":false,"quiet_hours":null,"searchable":true,"feed_filters":{"status":["open"],"category":["Sports"],"near":{"lat":52.52,"lon":13.405},"radius_km":25.0,"min_cents":1,"max_cents":100000000,"friends":false},"shelf_default_status":0,"shelf_public":true}
        AuditEntry {"id":9,"by":{"id":7,"username":"ada","first_name":"Ada","last_name":"Byron","photo":null},"key":null,"action":"account.change","subject":{"type":"account","id":12},"person":{"id":12,"username":"dora","first_name":"Dora","last_name":"Weiss","photo":null},"title":"dora","details":{"role":{"from":"member","to":"moderator"}},"created_at":"2026-05-20T18:30:00.000Z"}
        BareToken {"token":"parlay_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
        Block {"person":{"id":12,"username":"dora","first_name":"Dora","last_name":"Weiss","photo":null},"created_at":"2026-05-20T18:30:00.000Z"}
        CategoryNames {"names":["Sports","Food","Other"]}
        Creator {"name":"The WordUp team","url":"https://example.org/wordup","icon":null}
        Friend {"person":{"id":12,"username":"dora","first_name":"Dora","last_name":"Weiss","photo":null},"state":"friend","since":"2026-05-20T18:30:00.000Z"}
        Invite {"id":5,"prefix":"7hQx","uses":3,"used":1,"expires_at":"2026-05-27T18:30:00.000Z","created_by":{"id":7,"username":"ada","first_name":"Ada","last_name":"Byron","photo":null},"created_at":"2026-05-20T18:30:00.000Z"}
        Language {"code":"es","name":"Spanish","native_name":"Español"}
        Match {"match_id":328,"user_id1":2001,"user_id2":2002,"time_1":"2026-11-16T18:30:00.000Z","location":"Café Luna","status_code":1,"created_at":"2026-05-20T18:30:00.000Z","updated_at":"2026-05-20T18:30:00.000Z","moves":["cancel"],"feedback_on":null,"profile":{"id":2002,"username":"bob","first_name":"Bob","last_name":"Blanco","photo":null,"bio":"Tango, tapas and tongues.","created_at":"2026-05-20T18:30:00.000Z","last_active_at":"2026-05-20T18:00:00.000Z","role":"member","status":"active","friendship":"none","known_lang":"es","learn_lang":"en","reliability":{"met":3,"no_show":0}}}
        NewInvite {"code":"7hQxW2mPzK9sT4bL","id":5,"prefix":"7hQx","uses":3,"used":0,"expires_at":"2026-05-27T18:30:00.000Z","created_by":{"id":7,"username":"ada","first_name":"Ada","last_name":"Byron","photo":null},"created_at":"2026-05-20T18:30:00.000Z"}
        Notice {"id":41,"kind":"meetup_proposed","title":"Bob proposes a meetup","text":"Bob would like to meet you at Café Luna.","subject":{"type":"match","id":328},"created_at":"2026-05-20T18:30:00.000Z","read_at":null}
        PaymentGuide {"method":"venmo","app_url":"venmo://paycharge?txn=pay&recipients=ada-arendt&amount=20.00&note=Chess%20in%20the%20park%20%28Parlay%29","web_url":"https://venmo.com/ada-arendt?txn=pay&amount=20.00&note=Chess%20in%20the%20park%20%28Parlay%29","amount_cents":2000,"note":"Chess in the park (Parlay)"}
        Person {"id":2001,"username":"ann","first_name":"Ann","last_name":"Archer","photo":null}
        Place {"lat":40.7308,"lon":-73.9973}
        Profile {"id":2001,"username":"ann","first_name":"Ann","last_name":"Archer","photo":null,"bio":"Tango, tapas and tongues.","created_at":"2026-05-20T18:30:00.000Z","last_active_at":"2026-05-20T18:00:00.000Z","role":"member","status":"active","friendship":"none","known_lang":"en","learn_lang":"es","reliability":{"met":3,"no_show":0},"venmo_username":"ann-archer","pnl_cents":1250,"wagers_won":3,"wagers_lost":1,"rating":{"mean":4.5,"count":2},"email":"ann@example.org","email_verified":true}
        Rating {"mean":4.5,"count":2}
        Reliability {"met":3,"no_show":0}
        Report {"id":3,"by":{"id":7,"username":"ada","first_name":"Ada","last_name":"Byron","photo":null},"about":{"type":"account","id":12},"reason":"spam","text":"Sends the same link to everybody.","status":"resolved","note":"Warned them.","person":{"id":12,"username":"dora","first_name":"Dora","last_name":"Weiss","photo":null},"title":"dora","subject_copy":{"text":"dora\nDora Weiss\nBuy at example.com!","photo_version":null},"created_at":"2026-05-20T18:30:00.000Z"}
        SignedIn {"token":"parlay_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","expires_at":"2026-11-16T18:30:00.000Z","profile":{"id":2001,"username":"ann","first_name":"Ann","last_name":"Archer","photo":null,"bio":"Tango, tapas and tongues.","created_at":"2026-05-20T18:30:00.000Z","last_active_at":"2026-05-20T18:00:00.000Z","role":"member","status":"active","friendship":"none","known_lang":"en","learn_lang":"es","reliability":{"met":3,"no_show":0},"venmo_username":"ann-archer","pnl_cents":1250,"wagers_won":3,"wagers_lost":1,"rating":{"mean":4.5,"count":2},"email":"ann@example.org","email_verified":true}}
        Subject {"type":"match","id":328}
        TokenInfo {"id":7,"label":"Ann's phone","prefix":"parlay_xxxx","kind":"app","current":true,"created_at":"2026-05-20T18:30:00.000Z","last_used_at":"2026-05-20T18:00:00.000Z","expires_at":"2026-11-16T18:30:00.000Z"}
        Wager {"id":4711,"name":"Chess in the park","description":"Best of three, ten minutes each.","amount_cents":2000,"category":"Games","categories":["Games","Sports"],"challenger":{"id":2001,"username":"ada","first_name":"Ada","last_name":"Arendt","photo":null},"challengee":{"id":2002,"username":"bob","first_name":"Bob","last_name":"Blanco","photo":null},"status":"completed","winner":"challenger","claim":{"by":"challengee","winner":"challenger","at":"2026-11-16T18:30:00.000Z"},"cancel_requested_by":"challengee","arbiter":{"id":2003,"username":"cleo","first_name":"Cleo","last_name":"Costa","photo":null},"place":{"lat":40.7308,"lon":-73.9973},"distance_km":1.25,"opened_at":"2026-05-20T18:30:00.000Z","taken_at":"2026-05-20T18:30:00.000Z","completed_at":"2026-11-16T18:30:00.000Z","confirmed_at":"2026-11-16T18:30:00.000Z","closes_at":"2026-11-16T18:30:00.000Z","audience":"account","audience_username":"bob","payment_method":"venmo","my_rating":5,"disputed_at":null,"cancel_requested_at":null,"payment_said_at":null,"decided_by":null,"decision_reason":null,"ended_at":null,"challenger_arbiter_id":null,"challengee_arbiter_id":null,"moves":["pay"]}
        WagerClaim {"by":"challengee","winner":"challenger","at":"2026-11-16T18:30:00.000Z"}
        Webhook {"id":3,"url":"https://app.example.org/hooks/parlay","events":["match.made","meetup.accepted"],"enabled":true,"disabled_reason":null,"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw","created_at":"2026-05-20T18:30:00.000Z","updated_at":"2026-05-20T18:30:00.000Z"}
        WebhookDelivery {"id":81,"event_id":"msg_0190f6ac3c8e4d3f9a4f6be2ad1c7e55","type":"match.made","attempt":2,"status":"failed","scheduled_at":"2026-05-20T18:30:00.000Z","finished_at":"2026-05-20T18:30:00.412Z","duration_ms":380,"response_status":503,"response":"Down for maintenance.","error":"the endpoint answered 503","request_body":"{\"type\":\"match.made\",\"timestamp\":\"2026-05-20T18:30:00.000Z\",\"data\":{\"subject\":{\"type\":\"match\",\"id\":328},\"notices\":[{\"id\":81,\"account_id\":12,\"title\":\"New match\"}]}}"}
        Tournament {"id":3,"sport":"american_football","name":"NFL 2025","season":"2025","icon_url":null,"status":"open"}
        SportsEvent {"id":118,"tournament_id":3,"home":"Kansas City Chiefs","away":"Buffalo Bills","starts_at":"2026-05-20T18:30:00.000Z","week":11,"status":"final","home_score":27,"away_score":20,"markets":[{"id":552,"event_id":118,"kind":"spread","line":-3.5,"period":"full","status":"settled","prices":"quoted","outcomes":[{"id":1204,"market_id":552,"name":"Buffalo Bills","side":"away","price":"-110","price_decimal":1.9091,"line":3.5,"status":"lost"},{"id":1203,"market_id":552,"name":"Kansas City Chiefs","side":"home","price":"-110","price_decimal":1.9091,"line":-3.5,"status":"won"}]}]}
        Bet {"id":9001,"legs":[{"outcome_id":1203,"event_id":118,"event":{"id":118,"home":"Kansas City Chiefs","away":"Buffalo Bills","starts_at":"2026-05-20T18:30:00.000Z","status":"final","home_score":27,"away_score":20},"name":"Kansas City Chiefs","side":"home","kind":"spread","line":-3.5,"price":"-110","price_decimal":1.9091,"result":"won"}],"stake_cents":10000,"price_decimal":1.9091,"potential_payout_cents":19090,"payout_cents":19090,"status":"won","placed_at":"2026-05-20T18:00:00.000Z","settled_at":"2026-11-16T18:30:00.000Z"}
        MovedPrice {"outcome_id":1203,"price":"-110","price_decimal":1.9091,"asked":"+120"}
        Wallet {"balance_cents":990000,"open_stakes_cents":10000,"debt_cents":0}
        WalletEntry {"id":31007,"amount_cents":-10000,"kind":"stake","bet_id":9001,"balance_after_cents":990000,"created_at":"2026-05-20T18:30:00.000Z"}
        LeaderboardEntry {"rank":1,"person":{"id":12,"username":"dora","first_name":"Dora","last_name":"Weiss","photo":null},"profit_cents":48210,"bets":37,"won":21}
        ImportCounts {"created":1921,"updated":0,"unchanged":0}
        Game {"id":1942,"igdb_id":1942,"name":"The Witcher 3: Wild Hunt","rating":94.15,"rating_count":3795,"summary":"An open world in which contracts, clues and their consequences are followed by a hunter of monsters.","release_date":"2015-05-19","cover":{"image_id":"co1wyy","url":"https://images.igdb.com/igdb/image/upload/t_cover_big/co1wyy.jpg"},"genres":["Adventure","Role-playing (RPG)"],"platforms":["PC (Microsoft Windows)","PlayStation 4"],"updated_at":"2026-05-20T18:30:00.000Z"}
        ShelfEntry {"game_id":1942,"game":{"id":1942,"igdb_id":1942,"name":"The Witcher 3: Wild Hunt","rating":94.15,"rating_count":3795,"summary":"An open world in which contracts, clues and their consequences are followed by a hunter of monsters.","release_date":"2015-05-19","cover":{"image_id":"co1wyy","url":"https://images.igdb.com/igdb/image/upload/t_cover_big/co1wyy.jpg"},"genres":["Adventure","Role-playing (RPG)"],"platforms":["PC (Microsoft Windows)","PlayStation 4"],"updated_at":"2026-05-20T18:30:00.000Z"},"status":2,"user_rating":93,"user_hours":112.5,"note":"The Bloody Baron!","started_on":"2026-01-03","finished_on":"2026-05-10","added_at":"2026-05-20T18:30:00.000Z","updated_at":"2026-11-16T18:30:00.000Z"}
        Wish {"game_id":1942,"game":{"id":1942,"igdb_id":1942,"name":"The Witcher 3: Wild Hunt","rating":94.15,"rating_count":3795,"summary":"An open world in which contracts, clues and their consequences are followed by a hunter of monsters.","release_date":"2015-05-19","cover":{"image_id":"co1wyy","url":"https://images.igdb.com/igdb/image/upload/t_cover_big/co1wyy.jpg"},"genres":["Adventure","Role-playing (RPG)"],"platforms":["PC (Microsoft Windows)","PlayStation 4"],"updated_at":"2026-05-20T18:30:00.000Z"},"added_at":"2026-05-20T18:30:00.000Z"}
        ShelfStats {"games":2,"hours":134.5,"mean_rating":86.5,"by_status":[{"status":0,"games":0,"hours":0},{"status":1,"games":0,"hours":0},{"status":2,"games":2,"hours":134.5},{"status":3,"games":0,"hours":0},{"status":4,"games":0,"hours":0}],"by_genre":[{"genre":"Adventure","games":1,"hours":112.5}],"by_month":[{"month":"2026-05","finished":1,"hours":112.5}]}
        ShelfImportReport {"items":[{"line":2,"result":"unknown","name":"Prey","game_id":null,"detail":"Several games have this name: 12, 815. Add the igdb_id or the release_year."},{"line":3,"result":"added","name":"The Witcher 3: Wild Hunt","game_id":1942,"detail":null}],"added":1,"updated":0,"unchanged":0,"unknown":1,"invalid":0}
        PublicShelf {"person":{"id":12,"username":"dora","first_name":"Dora","last_name":"Weiss","photo":null},"games":12,"updated_at":"2026-05-20T18:30:00.000Z"}
        Availability {"username":true,"email":false}
        AccountSettings {"locale":"en","time_zone":"UTC","mail_notices":true,"push_notices":true,"push_muted":[],"push_text":false,"quiet_hours":null,"searchable":true}
        AccountSettings {"locale":"en","time_zone":"UTC","mail_notices":true,"push_notices":true,"push_muted":[],"push_text":false,"quiet_hours":null,"searchable":true,"feed_filters":null}
        AccountSettings {"locale":"en","time_zone":"UTC","mail_notices":true,"push_notices":true,"push_muted":[],"push_text":false,"quiet_hours":null,"searchable":true,"shelf_default_status":0,"shelf_public":true}
        FeedFilters {"status":[],"category":[],"near":null,"radius_km":25.0,"min_cents":1,"max_cents":100000000,"friends":false}
        Rating {"mean":null,"count":0}
        AuditEntry {"id":1,"by":null,"key":null,"action":"settings.change","subject":null,"person":null,"title":null,"details":{},"created_at":"2026-05-20T18:30:00.000Z"}
        Profile {"id":2001,"username":"ann","first_name":"Ann","last_name":"Archer","photo":null,"bio":"","created_at":"2026-05-20T18:30:00.000Z","last_active_at":"2026-05-20T18:30:00.000Z","role":"member","status":"active","friendship":"none"}
        Invite {"id":1,"prefix":"a","uses":1,"used":0,"expires_at":null,"created_by":{"id":2001,"username":"ann","first_name":"Ann","last_name":"Archer","photo":null},"created_at":"2026-05-20T18:30:00.000Z"}
        Notice {"id":1,"kind":"friend_request","title":"t\n\"","text":"\u0001","subject":null,"created_at":"2026-05-20T18:30:00.000Z","read_at":null}
        PaymentGuide {"method":"cash","app_url":null,"web_url":null,"amount_cents":1,"note":""}
        Report {"id":1,"by":{"id":2001,"username":"ann","first_name":"Ann","last_name":"Archer","photo":null},"about":{"type":"match","id":328},"reason":"other","text":"","status":"open","note":null,"person":null,"title":null,"subject_copy":null,"created_at":"2026-05-20T18:30:00.000Z"}
        TokenInfo {"id":1,"label":"","prefix":"","kind":"app","current":false,"created_at":"2026-05-20T18:30:00.000Z","last_used_at":null,"expires_at":"2026-05-20T18:30:00.000Z"}
        Wager {"id":1,"name":"","description":"","amount_cents":1,"category":"","categories":[""],"challenger":{"id":2001,"username":"ann","first_name":"Ann","last_name":"Archer","photo":null},"challengee":null,"status":"open","winner":null,"claim":null,"cancel_requested_by":null,"arbiter":null,"place":null,"distance_km":null,"opened_at":"2026-05-20T18:30:00.000Z","taken_at":null,"completed_at":null,"confirmed_at":null,"closes_at":null,"audience":"public","audience_username":null,"payment_method":null,"my_rating":null,"disputed_at":null,"cancel_requested_at":null,"payment_said_at":null,"decided_by":null,"decision_reason":null,"ended_at":null,"challenger_arbiter_id":null,"challengee_arbiter_id":null,"moves":null}
        Webhook {"id":1,"url":"","events":[],"enabled":false,"disabled_reason":"gone","secret":null,"created_at":"2026-05-20T18:30:00.000Z","updated_at":"2026-05-20T18:30:00.000Z"}
        WebhookDelivery {"id":1,"event_id":"","type":"","attempt":1,"status":"pending","scheduled_at":"2026-05-20T18:30:00.000Z","finished_at":null,"duration_ms":null,"response_status":null,"response":null,"error":null,"request_body":null}
        Tournament {"id":1,"sport":"","name":"","season":null,"icon_url":null,"status":"closed"}
        SportsEvent {"id":1,"tournament_id":2,"home":"","away":"","starts_at":"2026-11-16T18:30:00.000Z","week":null,"status":"scheduled","home_score":null,"away_score":null,"markets":[]}
        Market {"id":1,"event_id":2,"kind":"moneyline","line":null,"period":"full","status":"open","prices":"made_up","outcomes":[]}
        Outcome {"id":1,"market_id":2,"name":"","side":"draw","price":"-110","price_decimal":1.9091,"line":null,"status":"suspended"}
        BetLeg {"outcome_id":1,"event_id":2,"event":{"id":2,"home":"","away":"","starts_at":"2026-05-20T18:30:00.000Z","status":"scheduled","home_score":null,"away_score":null},"name":"","side":"draw","kind":"match_result","line":null,"price":"-110","price_decimal":1.9091,"result":"pending"}
        Bet {"id":1,"legs":[],"stake_cents":1,"price_decimal":2.5,"potential_payout_cents":2,"payout_cents":null,"status":"open","placed_at":"2026-05-20T18:30:00.000Z","settled_at":null}
        WalletEntry {"id":1,"amount_cents":5,"kind":"opening","bet_id":null,"balance_after_cents":5,"created_at":"2026-05-20T18:30:00.000Z"}
        Game {"id":1,"igdb_id":null,"name":"","rating":null,"rating_count":0,"summary":null,"release_date":null,"cover":null,"genres":[],"platforms":[],"updated_at":"2026-05-20T18:30:00.000Z"}
        ShelfEntry {"game_id":1,"game":{"id":1,"igdb_id":null,"name":"","rating":null,"rating_count":0,"summary":null,"release_date":null,"cover":null,"genres":[],"platforms":[],"updated_at":"2026-05-20T18:30:00.000Z"},"status":0,"user_rating":null,"user_hours":0,"note":null,"started_on":null,"finished_on":null,"added_at":"2026-05-20T18:30:00.000Z","updated_at":"2026-05-20T18:30:00.000Z"}
        ShelfStats {"games":0,"hours":0,"mean_rating":null,"by_status":[],"by_genre":[],"by_month":[]}
        ShelfImportReport {"items":[],"added":0,"updated":0,"unchanged":0,"unknown":0,"invalid":0}
        """#
}
