internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import QR
internal import Tenancy

/// What a guest sees behind the link of a public wager, with the way to take it: an account, and back here.
struct OfferPage {
    let visit: Visit
    let offer: WagerOffer

    /// - Throws: 401 where the tenant shows no wagers to guests, which leads to signing in.
    init(_ visit: Visit, _ id: Int64) async throws {
        self.visit = visit
        offer = try await visit.read(WagerCalls.offer, id)
    }

    var document: Document {
        let amount = visit.money(offer.amountCents)
        let title = visit.say(
            offer.isOpen ? .offerTitle : .offerGone,
            ["name": .text(offer.challengerName), "amount": .text(amount)]
        )
        var facts: [(word: String, value: HTML)] = [
            (visit.say(.amount), Money(amount, isBig: true).html),
            (visit.say(.category), "\(visit.localizer.list(offer.categories.map(visit.categoryName)))"),
            (visit.say(.posedBy), "\(offer.challengerName)"),
        ]
        if let closesAt = offer.closesAt, offer.isOpen {
            facts.append((visit.say(.openUntil), visit.deadline(closesAt)))
        }
        if let place = offer.place { facts.append((visit.say(.place), "\(WagerPage.words(place, visit))")) }
        let text: HTML = offer.description.isEmpty ? .none : "<p class=\"prose\">\(offer.description)</p>"
        let side: HTML =
            offer.isOpen
            ? "<p><strong>\(visit.say(.offerSide, ["name": .text(offer.challengerName)]))</strong></p>"
            : .none
        let here = visit.herePath
        let join = Button(
            offer.isOpen ? visit.say(.offerTake) : visit.text(PageText.register),
            .primary,
            .link(visit.link("register", [("next", here)]))
        )
        let signIn = Button(visit.say(.offerSignIn), .quiet, .link(visit.link("sign-in", [("next", here)])))
        var document = Document(
            offer.name,
            """
            \(PageHead(offer.name, lead: "\(title)"))
            \(Card(isAccent: offer.isOpen, """
                \(text)\(Facts(facts))\(side)<p class="soft">\(visit.say(offer.isOpen ? .offerHow : .offerGoneText))</p>
                \(ButtonRow(join, signIn))
                """))
            """
        )
        document.isNarrow = true
        return document
    }
}

extension Screen {
    /// The link of an open wager, as a QR code and to copy.
    static let shareWager = Screen("wagers/{id:id}/share", "Share a wager", module: .wagers) { visit in
        let wager = try await visit.read(WagerCalls.show, try visit.id())
        let address = visit.absolute("wagers/\(wager.id)")
        let text: WagerText =
            switch wager.audience.known {
            case .friends: .shareTextFriends
            case .account: .shareTextPerson
            case .public, nil: .shareText
            }
        var name = wager.audienceUsername ?? ""
        if wager.audience == .account, let person = try await WagerService(visit.call.session).addressee(name)
        {
            name = person.displayName
        }
        let words = visit.say(text, ["name": .text(name)])
        var document = Document(
            visit.say(.shareTitle),
            in: "wagers/mine",
            """
            \(PageHead(visit.say(.shareTitle), lead: "\(words)", back: (visit.say(.toWager), visit.wagerLink(wager.id))))
            \(Card(wager.name, trailing: Money(visit.money(wager.amountCents)).html, """
                \(qr(address, visit))
                <div class="buttons fill">
                \(visit.copyButton(visit.say(.copyLink), copies: address, .primary))
                <button class="button quiet" type="button" data-share="\(address)" data-title="\(wager.name)" hidden>\
                \(Icon.share)<span>\(visit.say(.shareBy))</span></button>
                \(Button(visit.say(.toWager), .quiet, .link(visit.wagerLink(wager.id))))
                </div>
                """))
            """
        )
        document.isNarrow = true
        return document
    }

    private static func qr(_ address: String, _ visit: Visit) -> HTML {
        let link: HTML = "<a href=\"\(address)\">\(address)</a>"
        guard let code = QRCode(address) else { return "<p>\(link)</p>" }
        let side = String(code.extent)
        let svg: HTML = """
            <svg viewBox="0 0 \(side) \(side)" role="img" aria-label="\(visit.say(.qrLabel))" shape-rendering="crispEdges">\
            <path d="\(code.path)"/></svg>
            """
        return "\(QRFrame(svg, caption: link))"
    }
}
