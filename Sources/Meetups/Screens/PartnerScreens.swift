internal import Accounts
internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension ScreenWrite {
    /// Matching leads to the match.
    static let makeMatch = ScreenWrite(MatchCalls.make) { _, response in
        response.headers["Location"]?.split(separator: "/").last.map { "matches/\($0)" }
    }
}

extension Screen {
    /// The people whom the reader can match with.
    static let partners = Screen("partners", "Partners", module: .meetups, writes: [.makeMatch]) { visit in
        let name = visit.query("q")
        let page = try await visit.read(
            MatchCalls.partners,
            [("q", name), ("cursor", visit.query("cursor")), ("limit", "20")]
        )
        let languages = try await visit.languages(of: page.items)
        guard let languages else { return visit.withoutLanguages }
        let lead = visit.text(
            MeetupText.partnersLead,
            [
                "known": .text(visit.languageInSentence(languages.known)),
                "learn": .text(visit.languageInSentence(languages.learn)),
            ]
        )
        let random = ScreenForm(visit, MatchCalls.make, part: "random")
        let button = random(
            "\(Button(visit.text(MeetupText.randomMatch), .primary, icon: .die))",
            class: "inline-form",
            confirm: visit.text(MeetupText.randomQuestion)
        )
        let search = SearchForm(
            action: visit.partnersLink,
            label: visit.text(MeetupText.searchPartners),
            button: visit.text(PageText.search),
            value: name ?? ""
        )
        let hasSearch = name != nil || page.nextCursor != nil || page.items.count > 3
        let more = page.nextCursor.map {
            (visit.text(PageText.more), visit.link("partners", [("q", name), ("cursor", $0)]))
        }
        return Document(
            visit.text(MeetupText.partners),
            in: "partners",
            """
            \(PageHead(visit.text(MeetupText.partners), lead: "\(lead)", actions: page.items.isEmpty && name == nil ? "" : button))
            \(visit.matchingAlert)
            \(search.html, if: hasSearch)
            \(List(page.items.map(visit.row), label: visit.text(MeetupText.partners), empty: visit.noPartners(name)))
            \(Pager(label: visit.text(PageText.pages), next: more))
            """
        )
    }

    /// A person whom the reader may match with.
    static let partner = Screen(
        "partners/{id:id}",
        "A person as a partner",
        module: .meetups,
        writes: [.makeMatch]
    ) { visit in
        let id = try visit.id()
        let profile = try await visit.read(ProfileCalls.show, id)
        let own = try await visit.read(ProfileCalls.showOwn)
        let match = try await visit.find { try await visit.read(MatchCalls.showWithPerson, id) }
        let bio: HTML = profile.bio.isEmpty ? "" : "<p class=\"prose\">\(profile.bio)</p>"
        return Document(
            profile.person.fullName,
            in: "partners",
            isNarrow: true,
            """
            \(PageHead(profile.person.fullName, back: (visit.text(MeetupText.partners), visit.partnersLink)))
            \(visit.matchingAlert)
            \(Card(nil, "\(Avatar(profile.person, visit, .large))\(PartnerFacts(profile, visit))\(bio)"))
            \(visit.nextStep(with: profile, own, match))
            <p><a href="\(visit.personLink(id))">\(visit.text(MeetupText.fullProfile))</a></p>
            """
        )
    }
}

extension Visit {
    /// The languages that all partners of the reader have. They are read from the reader's profile only if there are none.
    ///
    /// - Returns: `nil` if the reader has not chosen languages.
    fileprivate func languages(of partners: [Profile]) async throws -> (known: String, learn: String)? {
        if let partner = partners.first?.meetups { return (partner.knownLang, partner.learnLang) }
        let own = try await read(ProfileCalls.showOwn).meetups
        guard let own, !own.knownLang.isEmpty, !own.learnLang.isEmpty else { return nil }
        return (own.learnLang, own.knownLang)
    }

    fileprivate func row(_ profile: Profile) -> ListRow {
        let short = profile.shortBio
        let bio: HTML = short.isEmpty ? "" : "\(short)<br>"
        return ListRow(
            profile.person.fullName,
            href: partnerLink(profile.person.id),
            leading: "\(Avatar(profile.person, self))",
            detail: "\(bio)<small>\(profile.reliabilityText(self))</small>",
            trailing: "\(Icon.arrowRight)",
            id: "person-\(profile.person.id)"
        )
    }

    fileprivate func noPartners(_ name: String?) -> EmptyState {
        if name != nil {
            let all = Button(text(MeetupText.showAll), .quiet, .link(partnersLink))
            return EmptyState(
                .search,
                text(MeetupText.nobodyFound),
                text(MeetupText.nobodyFoundText),
                action: "\(all)"
            )
        }
        let matches = Button(text(MeetupText.seeMatches), .primary, .link(matchesLink))
        return EmptyState(
            .people,
            text(MeetupText.noPartners),
            text(MeetupText.noPartnersText),
            action: "\(matches)"
        )
    }

    fileprivate var withoutLanguages: Document {
        let button = Button(text(MeetupText.setLanguages), .primary, .link(link("me/profile")))
        let empty = EmptyState(
            .book,
            text(MeetupText.noLanguages),
            text(MeetupText.noLanguagesText),
            action: "\(button)"
        )
        return Document(
            text(MeetupText.partners),
            in: "partners",
            "\(PageHead(text(MeetupText.partners)))\(empty)"
        )
    }

    /// What the reader can do with a person: match, or go to the match.
    fileprivate func nextStep(with profile: Profile, _ own: Profile, _ match: Match?) -> HTML {
        let name = profile.person.displayName
        if let match {
            let open = Button(
                text(MeetupText.openMatch),
                .primary,
                icon: .chat,
                .link(matchLink(match.matchID))
            )
            return """
                \(NextStep(text(MeetupText.matched, ["name": .text(name)]), isMine: true, actions: "\(ButtonRow(open))"))
                """
        }
        guard profile.person.id != own.person.id else { return .none }
        let fits = MatchRules.fit(
            known: own.meetups?.knownLang,
            learn: own.meetups?.learnLang,
            withKnown: profile.meetups?.knownLang,
            learn: profile.meetups?.learnLang
        )
        guard fits else {
            let ways = ButtonRow(
                Button(text(MeetupText.findPartner), icon: .search, .link(partnersLink)),
                Button(text(MeetupText.setLanguages), .plain, .link(link("me/profile")))
            )
            return "\(Alert(.info, text(MeetupText.doesNotFit, ["name": .text(name)]), actions: "\(ways)"))"
        }
        let form = ScreenForm(self, MatchCalls.make)
        let words = text(MeetupText.matchWith, ["name": .text(name)])
        return form(
            """
            \(form.hidden("a_username", profile.person.username))\
            \(form.submit(words, icon: .check, isWide: true))<p class="hint">\(text(MeetupText.matchedText, ["name": .text(name)]))</p>
            """
        )
    }
}
