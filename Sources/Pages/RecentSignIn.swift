internal import HTTPServer
internal import Localization
internal import ParlayAPI
internal import Tenancy

/// Asks people who signed in a while ago for their password, before a form does something that matters: money, roles, keys,
/// erasure, and how somebody signs in. The form is kept meanwhile, and carried out after it.
///
/// Giving the password is signing in again: it is throttled as such, and the browser gets a new session (decision 192).
struct RecentSignIn {
    /// Seconds.
    static let life: Int64 = 900
    /// Of the form that asks.
    private static let password = "_password"

    private let visit: Visit
    private let input: FormInput

    enum Answer {
        /// The form may be carried out. With the session that the browser gets; `nil` if it keeps its own.
        case proven(SignedIn?)
        /// The page that asks.
        case asks(Response)
    }

    init(_ visit: Visit, _ input: FormInput) {
        self.visit = visit
        self.input = input
    }

    func answer() async throws -> Answer {
        _ = try await visit.call.session.principal()
        guard let viewer = visit.viewer, viewer.signedInAt.adding(seconds: Self.life) < visit.now else {
            return .proven(nil)
        }
        guard let password = input[Self.password] else { return .asks(page(nil)) }
        do {
            let credentials = Credentials(
                username: viewer.username,
                password: password,
                device: visit.browserName.isEmpty ? nil : visit.browserName
            )
            return .proven(try await visit.send(AccountCalls.logIn, credentials))
        } catch let error as any ProblemConvertible {
            return .asks(page(error.problem))
        }
    }

    private func page(_ problem: Problem?) -> Response {
        let address = visit.address
        let carried = input.carried(without: Self.password)
        let field = Field(
            Self.password,
            visit.text(PageText.password),
            .password,
            error: problem.map(visit.sentence),
            isRequired: true,
            autocomplete: "current-password"
        )
        var document = Document(
            visit.text(PageText.againTitle),
            isNarrow: true,
            """
            \(PageHead(visit.text(PageText.againTitle), lead: "\(visit.text(PageText.again))"))
            <form method="post" action="\(address)" class="form">\(carried)\(field)
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
