internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Posing a wager in three steps. Each is a page by GET with what was typed before; only the last one sends the call.
    static let poseWager = Screen(
        "wagers/new",
        "Pose a wager",
        module: .wagers,
        writes: [
            ScreenWrite(WagerCalls.pose) { _, response in
                (response.value as? Wager).map { "wagers/\($0.id)/share" } ?? "wagers/mine?state=offered"
            }
        ]
    ) { visit in
        // Categories are everybody's, and the times of the form are the person's.
        if visit.viewer == nil { _ = try await visit.call.session.principal() }
        let page = try await PosePage(visit)
        var document = Document(
            visit.say(.pose),
            in: "wagers",
            """
            \(PageHead(page.title, back: page.back))
            \(page.steps)
            \(page.content)
            """
        )
        document.isNarrow = true
        return document
    }
}

/// The three steps of posing a wager.
struct PosePage {
    let visit: Visit
    let categories: [String]
    let form: ScreenForm
    /// From 1.
    let step: Int
    /// Whether the person went on from a step that was not filled in.
    let isIncomplete: Bool
    /// To whom it is offered, if that is one person whom the caller can reach.
    private let addressee: Person?
    private let friends: [Field.Option]

    private static let names = [
        "name", "description", "category", "amount_cents", "audience", "audience_username", "closes_at",
        "near", "from",
    ]
    private static let first = ["name", "description", "category", "from"]
    private static let second = [
        "amount_cents", "audience", "audience_username", "closes_at", "near", "from",
    ]

    init(_ visit: Visit) async throws {
        self.visit = visit
        categories = try await visit.read(CategoryCalls.list).items
        let username = Self.username(visit)
        addressee =
            if let username { try await WagerService(visit.call.session).addressee(username) } else { nil }
        form = ScreenForm(visit, WagerCalls.pose)
        let asked = visit.query("step").flatMap { Int($0) }.map { min(max($0, 1), 3) } ?? 1
        let name = visit.query("name") ?? ""
        let isNamed = (3...80).contains(name.unicodeScalars.count)
        let hasAmount =
            visit.query("amount_cents").flatMap { Amount.cents($0) }.map { (1...100_000_000).contains($0) }
            ?? false
        let isForOne = visit.query("audience") == "account"
        let isAddressed = !isForOne || addressee != nil
        let isPlaced = isForOne || visit.query("near").map { Whereabouts($0) != nil } ?? true
        let possible =
            !isNamed || visit.query("category") == nil ? 1 : !hasAmount || !isAddressed || !isPlaced ? 2 : 3
        step = min(asked, possible)
        isIncomplete = asked > step
        friends = step == 2 ? try await visit.friendSuggestions() : []
    }

    /// As it was typed, perhaps with the @ that pages show before it; `nil` for an offer to several people.
    private static func username(_ visit: Visit) -> String? {
        guard visit.query("audience") == "account", let typed = visit.query("audience_username") else {
            return nil
        }
        let name = typed.filter { !$0.isWhitespace }
        return name.hasPrefix("@") ? String(name.dropFirst()) : name
    }

    var title: String {
        guard let addressee else { return visit.say(.pose) }
        return visit.say(.challenge, ["name": .text(addressee.fullName)])
    }

    private func typed(_ name: String) -> String? { visit.query(name) }

    /// The page of another step with everything that was typed.
    private func link(_ step: Int) -> String {
        visit.poseLink([("step", "\(step)")] + Self.names.map { ($0, typed($0)) })
    }

    var back: (text: String, href: String)? {
        guard step == 1 else { return (visit.text(PageText.back), link(step - 1)) }
        return switch typed("from") {
        case "home": (visit.tenant.name, visit.base)
        case "mine": (visit.say(.myWagers), visit.mineLink())
        case "friends": (visit.say(.friends), visit.friendsLink)
        default: (visit.say(.feed), visit.feedLink())
        }
    }

    var steps: Steps {
        Steps(
            [visit.say(.stepWhat), visit.say(.stepAmount), visit.say(.stepCheck)],
            current: step,
            label: visit.say(.poseStep, ["step": .number(Int64(step))])
        )
    }

    var content: HTML {
        switch step {
        case 1: going(to: 2, keeping: Self.second, what)
        case 2: going(to: 3, keeping: Self.first, amountFields)
        default: check
        }
    }

    /// A step's form: it goes to the next one with what was typed here and before.
    private func going(to next: Int, keeping names: [String], _ fields: HTML) -> HTML {
        let kept = each(names) { name in
            optional(typed(name)) { hiddenInput(name, $0) }
        }
        return """
            <form class="form" method="get" action="\(visit.poseLink())"><input type="hidden" name="step" value="\(next)">\(kept)\
            \(fields)\(Button(visit.text(PageText.next), .primary, isWide: true))</form>
            """
    }

    // MARK: Steps

    private var what: HTML {
        let kinds =
            [Field.Option("", visit.say(.chooseCategory))]
            + categories.map { Field.Option($0, visit.categoryName($0)) }
        let isMissing = isIncomplete && typed("category") == nil
        return """
            \(Field("name", visit.say(.whatName), .text, value: typed("name") ?? "", hint: visit.say(.whatNameHint), isRequired: true, limits: .init(minLength: 3, maxLength: 80), autocomplete: "off", placeholder: visit.say(.whatNamePlaceholder)))\
            \(form.field("description", visit.say(.whatDetails), .textarea(rows: 3), value: typed("description"), hint: visit.say(.whatDetailsHint)))\
            \(Field("category", visit.say(.category), .select(kinds), value: typed("category") ?? "", error: isMissing ? visit.say(.chooseCategory) : nil, isRequired: true))
            """
    }

    private var amountFields: HTML {
        let audiences: [Field.Option] = [
            .init("public", visit.say(.audiencePublic)), .init("friends", visit.say(.audienceFriends)),
            .init("account", visit.say(.audienceAccount)),
        ]
        let amount = typed("amount_cents")
        let isWrong = amount.map { Amount.cents($0).map { !(1...100_000_000).contains($0) } ?? true } ?? false
        let near = typed("near")
        let isUnknown = near.map { Whereabouts($0) == nil } ?? false
        return """
            \(Field("amount_cents", visit.say(.amount), .money(symbol: "$"), value: amount ?? "", hint: visit.say(.amountHint), error: isWrong ? visit.say(.amountInvalid) : nil, isRequired: true, autocomplete: "off"))\
            \(Field("audience", visit.say(.who), .segmented(audiences), value: typed("audience") ?? "public", isRequired: true))\
            <div class="if-account">\(Field("audience_username", visit.say(.whoName), .text, value: typed("audience_username") ?? "", hint: visit.say(.whoNameHint), error: unnamed, autocomplete: "off", suggestions: friends))</div>\
            \(form.field("closes_at", visit.say(.closesAt), value: typed("closes_at"), hint: visit.say(.closesAtHint)))\
            <div class="unless-account">\(Field("near", visit.say(.placeTown), .text, value: near ?? "", hint: visit.say(.placeHint), error: isUnknown ? visit.say(.noTown, ["town": .text(near ?? "")]) : nil, optionalWord: visit.text(PageText.optional), autocomplete: "off"))</div>
            """
    }

    /// Why nobody can be offered it.
    private var unnamed: String? {
        guard isIncomplete, typed("audience") == "account", addressee == nil else { return nil }
        guard let name = Self.username(visit), !name.isEmpty else { return visit.say(.whoMissing) }
        return visit.say(.whoUnknown, ["name": .text(name)])
    }

    private var check: HTML {
        let cents = typed("amount_cents").flatMap { Amount.cents($0) } ?? 0
        var facts: [(word: String, value: HTML)] = [
            (visit.say(.amount), Money(visit.money(cents), isBig: true).html),
            (visit.say(.category), "\(typed("category").map(visit.categoryName) ?? "")"),
            (visit.say(.offeredTo), "\(audience)"),
        ]
        if let closes = typed("closes_at") {
            let time = visit.localizer.timestamp(localInput: closes)
            facts.append((visit.say(.openUntil), time.map { visit.time($0) } ?? "\(closes)"))
        }
        let place = addressee == nil ? typed("near").flatMap { Whereabouts($0) }?.place : nil
        if let place { facts.append((visit.say(.place), "\(WagerPage.words(place, visit))")) }
        let details: HTML = typed("description").map { "<p class=\"prose\">\($0)</p>" } ?? .none
        return """
            \(refusals)
            \(Card(typed("name") ?? "", trailing: "<a href=\"\(link(1))\">\(visit.say(.change))</a>", details))
            \(Card(visit.say(.stepAmount), trailing: "<a href=\"\(link(2))\">\(visit.say(.change))</a>", Facts(facts).html))
            \(form("\(hidden(place))\(form.submit(visit.say(.poseNow), icon: .check, isWide: true))"))
            """
    }

    /// What the call has to say about fields of earlier steps, each with the way there.
    private var refusals: HTML {
        let fields: [(name: String, label: WagerText, step: Int)] = [
            ("name", .whatName, 1), ("description", .whatDetails, 1), ("category", .category, 1),
            ("amount_cents", .amount, 2), ("audience", .who, 2), ("audience_username", .whoName, 2),
            ("closes_at", .closesAt, 2), ("place", .placeTown, 2),
        ]
        let lines = each(fields) { field in
            let sentences = form.errors(field.name)
            guard !sentences.isEmpty else { return .none }
            return """
                <li><a href="\(link(field.step))">\(visit.say(field.label))</a>: \(sentences.joined(separator: " "))</li>
                """
        }
        if lines.isEmpty { return form.alert }
        return Alert(.error, content: "<ul>\(lines)</ul>", title: visit.say(.poseRefused)).html
    }

    private var audience: String {
        switch typed("audience") {
        case "friends": visit.say(.audienceFriends)
        case "account": addressee?.fullName ?? ""
        default: visit.say(.audiencePublic)
        }
    }

    private func hidden(_ place: Place?) -> HTML {
        var fields = each(["name", "description", "category", "amount_cents", "closes_at", "audience"]) {
            name in
            typed(name).map { form.hidden(name, $0) } ?? .none
        }
        if let addressee { fields += form.hidden("audience_username", addressee.username) }
        if let place {
            fields += form.hidden("place.lat", "\(place.lat)") + form.hidden("place.lon", "\(place.lon)")
        }
        return fields
    }
}
