internal import HTTPServer
package import ParlayAPI
internal import Security
internal import Tenancy

extension Screen {
    /// The page itself, and what its forms send to the same address.
    func routes(_ site: Site) -> [TenantRoute] {
        let screen = self
        let page = TenantRoute(.get, pattern, summary, module: module, access: access.call) { call in
            try await screen.show(screen.visit(call, site))
        }
        .checkingQueryItself()
        guard !writes.isEmpty || !keeps.isEmpty else { return [isForSetUp ? page.forSetUp : page] }
        let form = TenantRoute(
            .post,
            pattern,
            summary,
            module: module,
            access: access.call,
            body: .form(limit: max(upload, TenantRoute.jsonLimit))
        ) { call in try await screen.write(call, site) }
        .checkingQueryItself()
        return isForSetUp ? [page.forSetUp, form.forSetUp] : [page, form]
    }

    /// - Throws: 404 if the tenant hides the section that the screen goes with.
    private func visit(_ call: Call, _ site: Site) throws -> Visit {
        let visit = Visit(call, site)
        guard visit.shows(pattern) else { throw TenancyError.notFound("This app does not have the page.") }
        return visit
    }

    private func show(_ visit: Visit) async throws -> Response {
        let document = try await load(visit)
        guard try await learnsViewer(visit) else { return framed(document, visit) }
        // What reads nothing did not know the language of the person who looks.
        return framed(try await load(visit), visit)
    }

    /// Learns who looks, if nothing has told it yet.
    private func learnsViewer(_ visit: Visit) async throws -> Bool {
        guard visit.isSignedIn, visit.viewer == nil else { return false }
        _ = try await visit.call.session.principal()
        return true
    }

    private func framed(_ document: Document, _ visit: Visit) -> Response { Layout(visit, document).response }

    /// Makes the call that the form names. What is refused is shown where it was typed.
    private func write(_ call: Call, _ site: Site) async throws -> Response {
        let visit = try self.visit(call, site)
        let sent = FormInput(call.request)
        if let sent {
            for kept in keeps { if let answer = kept.answer(sent, visit) { return answer } }
        }
        guard let input = sent,
            let write = writes.first(where: { $0.name == input["_call"] })
        else { throw Problem.unreadableForm }
        if let path = write.skip(visit, input) { return Self.leading(to: visit.link(path)) }
        if let question = Question(of: input) {
            _ = try await learnsViewer(visit)
            let main = question.html(visit.localizer, at: visit.address)
            return framed(Document(question.title(visit.localizer), isNarrow: true, main), visit)
        }
        if write.session == .signsIn, !site.admitsSignIn(call.request.head) {
            throw Problem.signInOverHTTP(visit.text(PageText.signInOverHTTP))
        }
        guard write.needsRecentSignIn(input) else { return try await carryOut(input, write, visit) }
        return try await RecentSignIn(visit, input).proven { try await carryOut(input, write, visit) }
    }

    private func carryOut(_ input: FormInput, _ write: ScreenWrite, _ visit: Visit) async throws -> Response {
        let (call, site) = (visit.call, visit.site)
        let target = input["_target"] ?? ""
        do {
            let answer = try await send(input, write, target, visit)
            switch write.answer {
            case .leads: return try await accepted(answer, write, visit)
            case .shows:
                let outcome = FormOutcome(name: write.name, input: input, response: answer)
                return try await show(Visit(call, site, outcome: outcome))
            case .downloads: return answer.with("Cache-Control", "no-store")
            }
        } catch let error as any ProblemConvertible
            where error.problem.status != 401 || write.session == .signsIn
        {
            var refusal = FormRefusal(name: write.name, target: target, problem: error.problem, input: input)
            // A file is chosen again.
            refusal.forgetFile()
            var response = try await show(Visit(call, site, refusal: refusal))
            response.status = error.problem.status == 401 ? 422 : error.problem.status
            return response
        }
    }

    private func send(_ input: FormInput, _ write: ScreenWrite, _ target: String, _ visit: Visit) async throws
        -> Response
    {
        let call = visit.call
        guard let route = call.route(named: write.name) else { throw Problem.unreadableForm }
        // The language of numbers and times is the person's.
        if visit.isSignedIn { _ = try await call.session.principal() }
        var inner = InnerCall(write.name, route.parameters(of: target))
        if route.method == .post {
            inner.idempotencyKey = input["_key"].flatMap { $0.isEmpty ? nil : "form-\($0)" }
        }
        inner.tag = input["_tag"]
        if let file = input.file {
            inner.body = file.bytes
            inner.mediaType = route.mediaType(ofFile: file.mediaType)
            inner.query = input.query
        } else if let fields = route.description.body?(visit.tenant.modules) {
            inner.body = input.body(of: fields, visit.localizer).jsonBytes()
        }
        return try await call.perform(inner)
    }

    private static func leading(to address: String) -> Response {
        Response(status: 303).with("Location", address).with("Cache-Control", "no-store")
    }

    private func accepted(_ answer: Response, _ write: ScreenWrite, _ visit: Visit) async throws -> Response {
        let target = write.next(visit, answer).map { visit.link($0) } ?? visit.address
        var response = Self.leading(to: target)
        switch write.session {
        case .kept: break
        case .signsIn:
            guard let signedIn = answer.value as? SignedIn else { break }
            response.headers.add("Set-Cookie", await visit.replaceSession(by: signedIn))
        case .signsOut:
            // Only what this app keeps: the cookies of the host's other apps stay.
            response = response.with("Set-Cookie", visit.cookie(nil))
                .with("Clear-Site-Data", "\"cache\", \"storage\"")
        }
        for kept in keeps {
            guard let value = kept.settle(visit, answer) else { continue }
            response.headers.add("Set-Cookie", kept.field(value, of: visit))
        }
        return response
    }
}

extension Screen.Access {
    var call: CallAccess {
        switch self {
        case .guest: .open
        case .anyone: .optionalToken
        case .member: .token
        case .role(let role): .role(role)
        }
    }
}

extension Visit {
    /// Ends the session that the browser had. One that stays because this failed is in the list of devices.
    ///
    /// - Returns: the value of `Set-Cookie` for the new session.
    package func replaceSession(by signedIn: SignedIn) async -> String {
        try? await call.endBrowserSession()
        return cookie(signedIn.token)
    }

    fileprivate func cookie(_ secret: String?) -> String {
        BrowserCookie.field(secret, of: tenant, isSecure: site.isSecure(call.request.head))
    }
}

extension TenantRoute {
    /// Browsers guess a file's type by its name, each in its own way. Where the call takes one type only, it judges the content.
    fileprivate func mediaType(ofFile guessed: String) -> String {
        if case .media(let types, _) = body, types.count == 1 { return types[0] }
        return guessed
    }
}

extension FormInput {
    /// The form's own values as a query, for a call whose body is a file. Fields of one name are one parameter: `crop=0,0,64,64`.
    fileprivate var query: String? {
        var names: [String] = []
        for pair in pairs where !pair.name.hasPrefix("_") && !names.contains(pair.name) {
            names.append(pair.name)
        }
        let pairs = names.map { (name: $0, values: values($0)) }
            .filter { !$0.values.allSatisfy(\.isEmpty) }
            .map { pair in
                "\(RequestTarget.encode(pair.name))=\(RequestTarget.encode(pair.values.joined(separator: ",")))"
            }
        return pairs.isEmpty ? nil : pairs.joined(separator: "&")
    }
}

extension FormRefusal {
    fileprivate mutating func forgetFile() { input.file = nil }
}

extension Problem {
    static let unreadableForm = Problem(
        status: 400,
        code: "bad_request",
        title: "Bad request",
        detail: "The form could not be read. Open the page again and send it once more."
    )
    static func signInOverHTTP(_ sentence: String) -> Problem {
        Problem(status: 403, code: "https_required", title: "Signing in needs https", detail: sentence)
    }
}
