internal import HTTPServer
package import ParlayAPI
package import Tenancy

/// What comes of a form that is more than one call; see `Site.form`.
package struct FormAnswer: Sendable {
    private enum Content { case page(Document), path(String) }

    private let content: Content
    private var onward: String?
    /// Values of `Set-Cookie`.
    package var cookies: [String] = []

    /// A page in answer to the form. No cache keeps it.
    ///
    /// - Parameter onward: where the browser goes by itself from it (HTML, 4.2.5.3 "Refresh"); the page has a link there.
    package static func page(_ document: Document, onward: String? = nil) -> FormAnswer {
        FormAnswer(content: .page(document), onward: onward)
    }

    /// Another page, such as `visit.link("me")`.
    package static func see(_ path: String) -> FormAnswer { FormAnswer(content: .path(path)) }

    fileprivate func response(_ visit: Visit) -> Response {
        var response =
            switch content {
            case .page(let document): Layout(visit, document).response
            case .path(let path): Response(status: 303).with("Location", path)
            }
        response.headers.set("Cache-Control", "no-store")
        if let onward { response.headers.set("Refresh", "0; url=\(onward)") }
        for cookie in cookies { response.headers.add("Set-Cookie", cookie) }
        return response
    }
}

extension Site {
    /// The route of a form that is more than one call of the API: a way through another site, for example. The page with the
    /// form is a `Screen`, perhaps with the same pattern.
    ///
    /// - Parameters:
    ///   - isForeign: other sites may send it. Then it must change nothing, and believe nothing that it cannot verify.
    ///   - condition: whether somebody who signed in a while ago gives the password before it.
    package func form(
        _ pattern: String,
        _ summary: String,
        for access: Screen.Access,
        isForeign: Bool = false,
        needsRecentSignInIf condition: @escaping @Sendable (FormInput) -> Bool = { _ in false },
        _ perform: @escaping @Sendable (Visit, FormInput) async throws -> FormAnswer
    ) -> TenantRoute {
        let route = TenantRoute(
            .post,
            pattern,
            summary,
            access: access.call,
            body: .form(limit: TenantRoute.jsonLimit)
        ) { [self] call in
            let visit = Visit(call, self)
            guard admitsSignIn(call.request.head) else {
                throw Problem.signInOverHTTP(visit.text(PageText.signInOverHTTP))
            }
            guard let input = FormInput(call.request) else { throw Problem.unreadableForm }
            // The language is the person's.
            if visit.isSignedIn { _ = try await call.session.principal() }
            guard condition(input) else { return try await perform(visit, input).response(visit) }
            return try await RecentSignIn(visit, input).proven {
                try await perform(visit, input).response(visit)
            }
        }
        .checkingQueryItself()
        return isForeign ? route.acceptingForeignForms() : route
    }
}

extension Visit {
    /// Makes a declared call with a body, as the person who looks.
    ///
    /// - Throws: as the call.
    package func send<Body: JSONWritable, Answer>(_ endpoint: Endpoint<Void, Body, Answer>, _ body: Body)
        async throws -> Answer
    {
        var inner = InnerCall(endpoint.callName)
        inner.body = JSONValue(written: body).jsonBytes()
        let response = try await call.perform(inner)
        if let answer = response.value as? Answer { return answer }
        return try AnswerText.decode(Answer.self, response.body.bytes)
    }
}
