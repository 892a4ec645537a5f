package import HTTPServer
package import Localization
package import ParlayAPI
internal import Security
package import Tenancy

/// A request for a screen: who looks, in which language, and the calls that the screen makes for them.
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop, like its `Session`.
package final class Visit: @unchecked Sendable {
    package let call: Call
    package let site: Site
    /// The form that was refused; `nil` for a page that is only looked at.
    package let refusal: FormRefusal?
    /// What a form of this page did that shows its answer.
    private let outcome: FormOutcome?
    private var known: (localizer: Localizer, isOfViewer: Bool)?

    init(_ call: Call, _ site: Site, refusal: FormRefusal? = nil, outcome: FormOutcome? = nil) {
        self.call = call
        self.site = site
        self.refusal = refusal
        self.outcome = outcome
        base = site.base(of: call.tenant, call.request.head)
    }

    package var tenant: Tenant { call.tenant }
    package var now: Timestamp { call.now }
    /// `nil` for a guest, and before anything was read.
    package var viewer: Viewer? { call.session.viewer }
    /// Whether the browser has a token. The first read checks it.
    package var isSignedIn: Bool { !call.session.isAnonymous }
    package var isModerator: Bool { role >= .moderator }
    package var role: Role { viewer?.principal.role ?? .member }
    /// Of the account that looks; 0 for a guest.
    package var accountID: Int64 { viewer?.principal.accountID.rawValue ?? 0 }

    // MARK: The address

    /// A path parameter declared as `{name:id}`.
    package func id(_ name: String = "id") throws -> Int64 {
        guard let id = call.request.parameters.id(name) else { throw TenancyError.notFound("Not found.") }
        return id
    }

    /// A path parameter declared as `{name}`.
    package func value(_ name: String) -> String { call.request.parameters[name] ?? "" }

    /// A parameter of the query; `nil` if it is absent or empty. Unknown ones are ignored: links come from anywhere.
    package func query(_ name: String) -> String? {
        let pair = (RequestTarget.pairs(call.request.head.query) ?? []).last { $0.name == name }
        return pair.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// Several values of one parameter, such as check boxes.
    package func queries(_ name: String) -> [String] {
        (RequestTarget.pairs(call.request.head.query) ?? []).filter { $0.name == name && !$0.value.isEmpty }
            .map(\.value)
    }

    /// The app's address: `/app/wordup/`, or `/` on a host of its own.
    package let base: String

    /// The address of a page of the app; of its home if the tenant hides the page.
    ///
    /// - Parameters:
    ///   - path: perhaps with a query.
    ///   - query: values that are `nil` are left out.
    package func link(_ path: String, _ query: [(String, String?)] = []) -> String {
        // Lists make many links, and few tenants hide anything.
        guard tenant.settings.hiddenSections.isEmpty || shows(String(path.prefix { $0 != "?" && $0 != "#" }))
        else { return base }
        return base + path + (Self.encoded(query).map { "?\($0)" } ?? "")
    }

    /// The page itself: its path and its query. It is shown again after a form.
    package var address: String {
        let head = call.request.head
        return head.path + (head.query.map { "?\($0)" } ?? "")
    }

    /// Whether the tenant shows a page.
    ///
    /// - Parameter path: of a screen without parameters, below the app's address.
    package func shows(_ path: String) -> Bool { site.shows(path, in: tenant) }

    /// The page itself with another query.
    package func here(_ query: [(String, String?)]) -> String {
        call.request.head.path + (Self.encoded(query).map { "?\($0)" } ?? "")
    }

    /// As in a URL; `nil` without values.
    private static func encoded(_ query: [(String, String?)]) -> String? {
        let pairs = query.compactMap { pair in pair.1.map { "\(pair.0)=\(RequestTarget.encode($0))" } }
        return pairs.isEmpty ? nil : pairs.joined(separator: "&")
    }

    /// The whole address of a page, for people to pass on.
    package func absolute(_ path: String) -> String {
        let host = call.request.head.headers["Host"] ?? "localhost"
        return (site.isSecure(call.request.head) ? "https://" : "http://") + host + link(path)
    }

    /// Where a form of signing in leads back to, below the app's address; `nil` if the link named nothing of this app.
    package var next: String? {
        guard let target = query("next"), target.hasPrefix(base), !target.contains("\\"),
            !target.contains("//")
        else { return nil }
        return String(target.dropFirst(base.count))
    }

    // MARK: People

    /// The browser, as the list of devices shows it: `Firefox · Android`.
    package var browserName: String { Self.browserName(call.request.head.headers["User-Agent"] ?? "") }

    /// - Parameter agent: a `User-Agent`, or its beginning.
    package static func browserName(_ agent: String) -> String {
        let browsers = [
            ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"),
            ("Safari", "Safari"),
        ]
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Mac OS", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ]
        let names = [browsers, systems].compactMap { names in names.first { agent.contains($0.0) }?.1 }
        return names.joined(separator: " · ")
    }

    /// Whether the page belongs to the tenant's console.
    package var isInConsole: Bool { Self.isOfConsole(String(call.request.head.path.dropFirst(base.count))) }

    static func isOfConsole(_ path: String) -> Bool { path == "admin" || path.hasPrefix("admin/") }

    /// The address of a person's page.
    package func personLink(_ id: Int64) -> String { link("people/\(id)") }

    /// The address of a person's photo, with its version; `nil` without one.
    package func photo(of person: Person) -> String? {
        guard let photo = person.photo else { return nil }
        let query = photo.split(separator: "?", maxSplits: 1).dropFirst().first
        return personLink(person.id) + "/photo" + (query.map { "?\($0)" } ?? "")
    }

    // MARK: Texts

    /// How the person reads: by their settings, else by what the browser prefers, else by the tenant's, else English.
    package var localizer: Localizer {
        if let known, known.isOfViewer || viewer == nil { return known.localizer }
        let localizer = Localizer(viewer, call.request.head, tenant.settings.locale)
        known = (localizer, viewer != nil)
        return localizer
    }

    package func text<Key: TextKey>(_ key: Key, _ arguments: KeyValuePairs<String, TextArgument> = [:])
        -> String
    {
        localizer.text(key, arguments)
    }

    package func date(_ time: Timestamp, _ style: Localizer.DateStyle = .dayTime) -> String {
        localizer.date(time, style, now: now)
    }

    /// A day of the calendar, whatever the person's zone.
    package func day(_ date: CivilDate, _ style: Localizer.DateStyle = .date) -> String {
        let reader = Localizer(language: localizer.language, locale: localizer.locale)
        return reader.date(Timestamp(milliseconds: Int64(date.daysSinceEpoch) * 86_400_000), style, now: now)
    }

    /// `<time>` with the text in the viewer's zone.
    package func time(_ time: Timestamp, _ style: Localizer.DateStyle = .dayTime) -> HTML {
        "<time datetime=\"\(time.description)\">\(date(time, style))</time>"
    }

    // MARK: Calls

    /// Reads by a declared call, as the person who looks.
    ///
    /// - Parameter query: of the call; values that are `nil` are left out.
    /// - Throws: as the call.
    package func read<Target: PathTarget, Answer>(
        _ endpoint: Endpoint<Target, Never, Answer>,
        _ target: Target,
        _ query: [(String, String?)] = []
    ) async throws -> Answer {
        try await tagged(endpoint, target.pathValues, query).answer
    }

    package func read<Answer>(_ endpoint: Endpoint<Void, Never, Answer>, _ query: [(String, String?)] = [])
        async throws -> Answer
    {
        try await tagged(endpoint, [], query).answer
    }

    /// The same with the entity tag of the answer, for the form that changes it.
    package func readTagged<Target: PathTarget, Answer>(
        _ endpoint: Endpoint<Target, Never, Answer>,
        _ target: Target
    ) async throws -> (answer: Answer, tag: String?) {
        try await tagged(endpoint, target.pathValues, [])
    }

    package func readTagged<Answer>(_ endpoint: Endpoint<Void, Never, Answer>) async throws
        -> (answer: Answer, tag: String?)
    {
        try await tagged(endpoint, [], [])
    }

    /// `nil` where the call answers 404.
    package func find<Answer>(_ body: () async throws -> Answer) async throws -> Answer? {
        do { return try await body() } catch let error as any ProblemConvertible
            where error.problem.status == 404
        {
            return nil
        }
    }

    /// What a form of this page got from a call; see `ScreenWrite.init(showing:)`. `nil` on a page that is only looked at.
    package func answer<Target, Body, Answer>(of endpoint: Endpoint<Target, Body, Answer>) -> Answer? {
        guard let outcome, outcome.name == endpoint.callName else { return nil }
        if let answer = outcome.response.value as? Answer { return answer }
        return try? AnswerText.decode(Answer.self, outcome.response.body.bytes)
    }

    /// What the form sent whose answer this page shows.
    package var answeredInput: FormInput? { outcome?.input }

    private func tagged<Target, Answer>(
        _ endpoint: Endpoint<Target, Never, Answer>,
        _ values: [String],
        _ query: [(String, String?)]
    ) async throws -> (answer: Answer, tag: String?) {
        var inner = InnerCall(endpoint.callName, endpoint.parameters(values))
        inner.query = Self.encoded(query)
        let response = try await call.perform(inner)
        let tag = response.headers["ETag"].map { String($0.filter { $0 != "\"" }) }
        if let answer = response.value as? Answer { return (answer, tag) }
        return (try AnswerText.decode(Answer.self, response.body.bytes), tag)
    }
}

extension Endpoint {
    /// Of the call inside the server.
    package var callName: String { description.name(of: method.rawValue, pattern) }

    /// The values of the path's parameters by their names.
    func parameters(_ values: [String]) -> [String: String] {
        Dictionary(zip(RouteDescription.parameterNames(pattern), values)) { first, _ in first }
    }
}

extension Localizer {
    /// Of somebody who is not signed in.
    package init(_ head: RequestHead) { self.init(nil, head, nil) }

    /// - Parameter tenant: the tenant's default, if it has one.
    init(_ viewer: Viewer?, _ head: RequestHead, _ tenant: String?) {
        let preferred = head.headers["Accept-Language"].flatMap(Language.preferredTag)
        self.init(locales: [viewer?.locale, preferred, tenant], timeZone: viewer?.timeZone ?? head.timeZone)
    }
}

extension RequestHead {
    /// What the browser itself said, for those without an account. Anybody can change it.
    fileprivate var timeZone: String? {
        BrowserCookie.pairs(in: self).last { $0.name == "parlay-zone" }.map { String($0.value) }
    }
}
