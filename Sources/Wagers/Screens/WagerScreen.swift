internal import Accounts
internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// A wager: who must act until when, each move as a button, and what happened. To guests it is an offer.
    static let wager = Screen(
        "wagers/{id:id}",
        "A wager",
        module: .wagers,
        for: .anyone,
        writes: [
            ScreenWrite(WagerCalls.take), ScreenWrite(WagerCalls.decline),
            ScreenWrite(WagerCalls.delete) { _, _ in "wagers/mine?state=offered" },
            ScreenWrite(WagerCalls.complete), ScreenWrite(WagerCalls.cancel),
            ScreenWrite(WagerCalls.withdraw),
            ScreenWrite(WagerCalls.nameArbiter), ScreenWrite(WagerCalls.arbitrate),
            ScreenWrite(WagerCalls.pay),
            ScreenWrite(WagerCalls.confirm), ScreenWrite(WagerCalls.rate),
            ScreenWrite(ReportCalls.create) { visit, _ in "wagers/\(visit.value("id"))?done=reported" },
        ]
    ) { visit in
        let id = try visit.id()
        guard visit.isSignedIn else { return try await OfferPage(visit, id).document }
        let (wager, tag) = try await visit.readTagged(WagerCalls.show, id)
        return try await WagerPage(WagerView(wager, visit), tag).document
    }
}

/// The parts of a wager's page.
struct WagerPage {
    let view: WagerView
    let moves: WagerMoves
    let venmo: PaymentGuide?
    let arbiters: Arbiters
    private let ratings: [PartyRating]
    /// To whom it is offered, for its challenger.
    private let addressee: Person?

    var visit: Visit { view.visit }
    var wager: Wager { view.wager }

    init(_ view: WagerView, _ tag: String?) async throws {
        self.view = view
        venmo = try await Self.venmo(view)
        moves = WagerMoves(view: view, tag: tag, venmo: venmo)
        arbiters = try await Arbiters(view)
        let service = WagerService(view.visit.call.session)
        let isOver = view.wager.status == .confirmed && (view.me != nil || view.visit.isModerator)
        ratings = isOver ? try await service.ratings(of: view.wager.id) : []
        let username =
            view.me == .challenger && view.wager.status == .open ? view.wager.audienceUsername : nil
        addressee = if let username { try await service.addressee(username) } else { nil }
    }

    /// How to pay the winner; only for the one who owes, and `nil` if the winner has no Venmo username.
    private static func venmo(_ view: WagerView) async throws -> PaymentGuide? {
        guard view.wager.allows(.pay), let winner = view.winner.flatMap({ view.person($0) }) else {
            return nil
        }
        let profile = try await view.visit.find { try await view.visit.read(ProfileCalls.show, winner.id) }
        return profile?.wagers?.venmoUsername.map {
            VenmoLink.guide(to: $0, amountCents: view.wager.amountCents, wager: view.wager.name)
        }
    }

    var document: Document {
        let main: HTML = """
            \(moves.alert)\(next)\(cancellation)\(arbiters.card(moves))\(history)
            """
        return Document(
            view.title,
            in: view.me == nil ? "wagers" : "wagers/mine",
            """
            <div id="wager" class="region" data-subject="wager/\(wager.id)">
            \(PageHead(view.title, lead: lead, back: back, actions: moderate))
            \(visit.flash("reported", AccountText.wasReported))\(details)
            \(Columns(main, side: side))
            </div>
            """
        )
    }

    private var details: HTML {
        if view.hidesWords { return "<p class=\"soft\">\(visit.say(.takenDownText))</p>" }
        let text: HTML = wager.description.isEmpty ? .none : "<p class=\"prose\">\(wager.description)</p>"
        return "\(text)\(optional(view.sides) { "<p>\($0)</p>" })"
    }

    /// A moderator's way to the same wager in the console, where it is taken down or hidden.
    private var moderate: HTML {
        guard visit.isModerator, view.me == nil else { return .none }
        return Button(
            visit.text(DisputeText.moderate),
            .quiet,
            icon: .shield,
            .link(visit.disputeLink(wager.id))
        ).html
    }

    /// Nobody reports what they wrote themselves.
    private var complaint: HTML {
        guard view.me != .challenger, !view.hidesWords else { return .none }
        return ReportForm("wager_id", wager.id, visit).folded(visit.say(.reportWager)).html
    }

    private var back: (text: String, href: String) {
        view.me == nil
            ? (visit.say(.feed), visit.feedLink()) : (visit.say(.myWagers), visit.mineLink())
    }

    private var lead: HTML {
        guard wager.challengee != nil else {
            return "\(view.badge) \(visit.say(.amountOf, ["amount": .text(view.amount)]))"
        }
        let names: KeyValuePairs<String, TextArgument> = [
            "first": .text(view.name(.challenger)), "second": .text(view.name(.challengee)),
        ]
        return "\(view.badge) \(visit.say(.between, names))"
    }

    // MARK: The next step

    private var next: NextStep {
        let step = WagerStep(view, arbiter: wager.arbiter, addressee: addressee)
        let buttons = moves.buttons + again
        return NextStep(
            step.title,
            detail: step.detail,
            isMine: !buttons.isEmpty,
            actions: buttons
        )
    }

    /// Who posed a wager that came to nothing can pose it once more.
    private var again: HTML {
        let isOver = [.expired, .declined, .cancelled].contains(wager.status.known)
        guard isOver, view.me == .challenger, !view.isTakenDown else { return .none }
        let link = visit.poseLink([
            ("name", wager.name), ("description", wager.description.isEmpty ? nil : wager.description),
            ("category", wager.category), ("amount_cents", visit.typedAmount(wager.amountCents)),
        ])
        return ButtonRow(Button(visit.say(.poseAgain), .quiet, icon: .plus, .link(link))).html
    }

    /// The wish to cancel, which stands beside the result.
    private var cancellation: HTML {
        guard wager.status == .active, let asker = wager.cancelRequestedBy?.known, view.me != nil else {
            return .none
        }
        if asker == view.me {
            let text = visit.say(.cancelMine, ["name": .text(view.otherName)])
            return "\(Alert(.info, text, actions: moves.withdraw))"
        }
        let text = visit.say(.cancelTheirs, ["name": .text(view.otherName)])
        return "\(Alert(.warning, text, actions: moves.agreeToCancel))"
    }

    // MARK: The terms

    private var side: HTML {
        var facts: [(word: String, value: HTML)] = [
            (visit.say(.amount), Money(view.amount).html),
            (visit.say(.category), "\(visit.localizer.list(wager.categories.map(visit.categoryName)))"),
            (visit.say(.posedBy), visit.personName(wager.challenger)),
        ]
        if let taker = wager.challengee { facts.append((visit.say(.takenBy), visit.personName(taker))) }
        if wager.status == .open {
            facts.append((visit.say(.offeredTo), "\(audience)"))
            if let closesAt = wager.closesAt { facts.append((visit.say(.openUntil), visit.time(closesAt))) }
        }
        if let place = wager.place { facts.append((visit.say(.place), "\(WagerPage.words(place, visit))")) }
        if let arbiter = wager.arbiter { facts.append((visit.say(.arbiter), visit.personName(arbiter))) }
        return "\(Card(visit.say(.terms), Facts(facts).html))"
    }

    private var audience: String {
        switch wager.audience.known {
        case .friends: visit.say(.audienceFriends)
        case .account:
            view.isForMe
                ? visit.say(.you)
                : addressee?.fullName ?? wager.audienceUsername ?? visit.say(.audienceAccount)
        case .public, nil: visit.say(.audiencePublic)
        }
    }

    /// The nearest town, or the position.
    static func words(_ place: Place, _ visit: Visit) -> String {
        if let town = Towns.shared.around(place) { return visit.say(.nearTown, ["town": .text(town.label)]) }
        let numbers = [place.lat, place.lon].map { visit.localizer.decimal($0, places: 2...2) }
        return numbers.joined(separator: "; ")
    }

    private var history: HTML {
        let timeline = Timeline(WagerHistory(view, ratings).entries, label: visit.say(.history))
        return """
            <h2>\(visit.say(.history))</h2>\(timeline)<p class="soft">\(visit.timesIn)</p>\(complaint)
            """
    }
}
