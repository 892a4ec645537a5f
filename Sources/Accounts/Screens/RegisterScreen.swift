internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Makes an account. It asks for what the tenant requires, and what its modules have a use for.
    static let register = Screen(
        "register",
        "Create an account",
        for: .guest,
        writes: [ScreenWrite(AccountCalls.register, session: .signsIn) { visit, _ in visit.next ?? "" }],
        keeps: [.ticket]
    ) { visit in
        let about = try await visit.read(AccountCalls.about)
        let isClosed = about.registration.known == .closed
        var document = Document(
            visit.text(AccountText.registerTitle),
            isNarrow: true,
            isClosed ? RegistrationForm.closed(visit) : RegistrationForm(visit, about).html
        )
        document.hidesSignIn = true
        return document
    }
}

/// The fields of a registration, in the order in which people expect them.
private struct RegistrationForm {
    private let visit: Visit
    private let form: ScreenForm
    private let isByInvitation: Bool
    private let required: [SignUpField]
    /// Of someone who came from an issuer. It takes the place of a password.
    private let kept: KeptTicket?

    init(_ visit: Visit, _ about: About) {
        self.visit = visit
        form = ScreenForm(visit, AccountCalls.register)
        isByInvitation = about.registration.known == .invite
        required = visit.tenant.settings.signUpFields
        kept = KeptTicket(visit)
    }

    static func closed(_ visit: Visit) -> HTML {
        let action = Button(visit.text(PageText.signIn), .primary, .link(visit.signInLink()))
        return """
            <h1 class="sr">\(visit.text(AccountText.registerTitle))</h1>\
            \(EmptyState(
                .lock,
                visit.text(AccountText.registrationClosed),
                visit.text(AccountText.registrationClosedText, ["app": .text(visit.tenant.name)]),
                action: "\(action)"
            ))
            """
    }

    var html: HTML {
        """
        \(PageHead(visit.text(AccountText.registerTitle)))\(ticketCard)
        \(form("""
            \(form.alert)\(ticket)\(invitation)\(names)\(access)\(modules)
            \(form.submit(visit.text(PageText.register), isWide: true))
            """))
        \(kept == nil ? visit.orOutside(at: "sign-in/outside") : .none)
        <p class="soft">\(visit.text(AccountText.hasAccount))
        <a href="\(visit.signInLink())">\(visit.text(PageText.signIn))</a></p>
        """
    }

    /// Says with what the newcomer will sign in, and how to do without.
    private var ticketCard: HTML {
        guard let kept else { return .none }
        let issuer = visit.nameOfOutside(kept.ticket.issuer)
        let text = kept.ticket.email.map {
            visit.text(AccountText.outsideRegisterAs, ["issuer": .text(issuer), "email": .text($0)])
        }
        let without = Button(
            visit.text(AccountText.outsidePassword),
            .plain,
            .submit(name: "_keep", value: "ticket:")
        )
        return """
            \(Alert(.info, text ?? visit.text(AccountText.outsideRegister, ["issuer": .text(issuer)])))
            <form method="post" action="\(visit.here([("next", visit.query("next")), ("invite", visit.query("invite"))]))" \
            class="inline-form">\(without)</form>
            """
    }

    /// The ticket itself. What is wrong with it has no field to stand beside.
    private var ticket: HTML {
        let errors = form.errors("registration_ticket").joined(separator: " ")
        let alert: HTML = errors.isEmpty ? .none : Alert(.error, errors).html
        return alert + (kept.map { form.hidden("registration_ticket", $0.text) } ?? .none)
    }

    private var invitation: HTML {
        guard isByInvitation else { return .none }
        return form.field(
            "invite_code",
            visit.text(AccountText.inviteCode),
            value: visit.query("invite"),
            hint: visit.text(AccountText.inviteHint, ["app": .text(visit.tenant.name)]),
            autocomplete: "off",
            isRequired: true
        )
    }

    /// Names that the tenant does not ask for can be added to the profile later.
    private var names: HTML {
        var fields = HTML.none
        if required.contains(.firstName) {
            fields += form.field(
                "first_name",
                visit.text(AccountText.firstName),
                value: kept?.firstName,
                autocomplete: "given-name",
                isRequired: true
            )
        }
        if required.contains(.lastName) {
            fields += form.field(
                "last_name",
                visit.text(AccountText.lastName),
                value: kept?.lastName,
                autocomplete: "family-name",
                isRequired: true
            )
        }
        let both = required.contains(.firstName) && required.contains(.lastName)
        return both ? "<div class=\"row\">\(fields)</div>" : fields
    }

    /// Without a username one is made. An address can always be given: it is the way back to a forgotten password.
    private var access: HTML {
        var fields = HTML.none
        if required.contains(.username) {
            fields += form.field(
                "username",
                visit.text(AccountText.usernameNew),
                hint: visit.text(AccountText.usernameHint),
                autocomplete: "username",
                isRequired: true
            )
        }
        fields += form.field(
            "email",
            visit.text(AccountText.email),
            .email,
            value: kept?.ticket.email,
            hint: visit.text(AccountText.emailHint),
            autocomplete: "email",
            isRequired: required.contains(.email)
        )
        guard kept == nil else { return fields }
        fields += form.field(
            "password",
            visit.text(AccountText.password),
            hint: visit.passwordHint,
            autocomplete: "new-password",
            isRequired: true
        )
        return fields
    }

    /// Fields that their module can show.
    private var modules: HTML {
        each(form.fields.filter { $0.module != nil && form.hasPart($0.name) }) { field in
            form.part(field.name, isRequired: field.isRequired) ?? .none
        }
    }
}

extension Visit {
    /// How long a password must be.
    var passwordHint: String {
        text(AccountText.passwordHint, ["count": .number(tenant.settings.passwordMinLength)])
    }
}
