internal import HTTPServer
internal import Localization
package import ParlayAPI
internal import Tenancy

/// Asks people who signed in a while ago for their password, before a form does something that matters: money, roles, keys,
/// erasure, and how somebody signs in. The form is kept meanwhile, and carried out after it.
///
/// Giving the password is signing in again: it is throttled as such, and the browser gets a new session (decision 192).
struct RecentSignIn {
    /// Of the form that asks.
    private static let password = "_password"
    private static let ticket = "_ticket"
    private static let code = "_code"

    private let visit: Visit
    private let input: FormInput

    private enum Proof {
        /// With the session that the browser gets; `nil` if it keeps its own.
        case given(SignedIn?)
        case missing(Problem?)
        /// The password was right, and there is a second factor.
        case needsCode(ticket: String, Problem?)
    }

    init(_ visit: Visit, _ input: FormInput) {
        self.visit = visit
        self.input = input
    }

    /// Carries the form out, or answers with the page that asks.
    func proven(_ perform: () async throws -> Response) async throws -> Response {
        switch try await proof() {
        case .missing(let problem): return page(problem)
        case .needsCode(let ticket, let problem): return codePage(ticket, problem)
        case .given(nil): return try await perform()
        case .given(let renewed?):
            var response = try await perform()
            response.headers.add("Set-Cookie", await visit.replaceSession(by: renewed))
            return response
        }
    }

    private func proof() async throws -> Proof {
        _ = try await visit.call.session.principal()
        guard let viewer = visit.viewer, !visit.call.session.hasSignedInRecently else { return .given(nil) }
        if let ticket = input[Self.ticket], let code = input[Self.code] {
            do {
                let second = SecondSignIn(ticket: ticket, code: code)
                let renewed = try await visit.send(SecondFactorCalls.logIn, second)
                // A ticket is good for whoever has it.
                guard renewed.profile.person.id == viewer.principal.accountID.rawValue else {
                    return .missing(nil)
                }
                visit.call.session.noteGivenPassword()
                return .given(renewed)
            } catch let error as any ProblemConvertible {
                let problem = error.problem
                return problem.code == "second_factor_expired"
                    ? .missing(problem) : .needsCode(ticket: ticket, problem)
            }
        }
        guard let password = input[Self.password] else { return .missing(nil) }
        do {
            let credentials = Credentials(
                username: viewer.username,
                password: password,
                device: visit.browserName.isEmpty ? nil : visit.browserName
            )
            let renewed = try await visit.send(AccountCalls.logIn, credentials)
            visit.call.session.noteGivenPassword()
            return .given(renewed)
        } catch let error as any ProblemConvertible {
            if let ticket = error.problem.secondFactorTicket { return .needsCode(ticket: ticket, nil) }
            return .missing(error.problem)
        }
    }

    private func page(_ problem: Problem?) -> Response {
        let field = Field(
            Self.password,
            visit.text(PageText.password),
            .password,
            error: problem.map(visit.sentence),
            isRequired: true,
            autocomplete: "current-password"
        )
        return page("\(field)", lead: visit.text(PageText.again))
    }

    private func codePage(_ ticket: String, _ problem: Problem?) -> Response {
        let field = Field(
            Self.code,
            visit.text(PageText.secondCode),
            .text,
            hint: visit.text(PageText.secondCodeHint),
            error: problem.map(visit.sentence),
            isRequired: true,
            autocomplete: "one-time-code"
        )
        return page("\(hiddenInput(Self.ticket, ticket))\(field)", lead: visit.text(PageText.secondText))
    }

    private func page(_ fields: HTML, lead: String) -> Response {
        let address = visit.address
        let carried = input.carried(without: Self.password, Self.ticket, Self.code)
        var document = Document(
            visit.text(PageText.againTitle),
            isNarrow: true,
            """
            \(PageHead(visit.text(PageText.againTitle), lead: "\(lead)"))
            <form method="post" action="\(address)" class="form">\(carried)\(fields)
            \(Button(visit.text(PageText.goOn), .primary))</form>
            <p><a href="\(address)">\(visit.text(PageText.cancel))</a></p>
            <p class="soft"><a href="\(visit.link("sign-in", [("next", address)]))">\(visit.text(PageText.againOtherwise))</a></p>
            """
        )
        // Nothing was done yet.
        document.status = 403
        return Layout(visit, document).response
    }
}

extension Problem {
    /// With which a sign-in goes on that has a second step.
    package var secondFactorTicket: String? {
        guard code == "second_factor_required", case .string(let ticket)? = extensions["ticket"] else {
            return nil
        }
        return ticket
    }
}
