import HTTPServer
import ParlayAPI
import TestSupport
import TestWorlds

@testable import App

/// A browser on its way through an issuer's pages. The test is the issuer.
final class OutsideBrowser {
    typealias World = RouteMatrixFixture

    let world: World
    let tenant: String
    let language: String
    /// By name. As a browser, it sends them with what the app's own pages send.
    var cookies: [String: String] = [:]

    init(_ world: World, in tenant: String = "alpha", cookie: String? = nil, language: String = "en") {
        self.world = world
        self.tenant = tenant
        self.language = language
        if let cookie { keep(cookie) }
    }

    /// What the app asks the issuer, by name.
    struct Request {
        let endpoint: String
        let parameters: [String: String]

        subscript(name: String) -> String { parameters[name] ?? "" }

        init(_ address: String) {
            let halves = address.split(separator: "?", maxSplits: 1).map(String.init)
            endpoint = halves[0]
            let pairs = RequestTarget.pairs(halves.dropFirst().first) ?? []
            parameters = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
        }
    }

    // MARK: Requests

    func page(_ path: String) async throws -> Answer {
        keep(try await world.page(path, cookie: header, tenant: tenant, accepts: language))
    }

    /// A form of the app's own pages.
    func post(_ path: String, _ fields: [(String, String)]) async throws -> Answer {
        keep(try await send(path, fields, [("Origin", World.origin), ("Cookie", header)]))
    }

    /// A form of the issuer's site: without the app's cookies.
    func postFromIssuer(_ fields: [(String, String)], to path: String = "sign-in/return") async throws
        -> Answer
    {
        try await send(path, fields, [("Origin", TokenIssuer.address), ("Sec-Fetch-Site", "cross-site")])
    }

    private func send(_ path: String, _ fields: [(String, String)], _ headers: [(String, String)])
        async throws
        -> Answer
    {
        let body = fields.map { "\(RequestTarget.encode($0.0))=\(RequestTarget.encode($0.1))" }
        var call = World.Call("POST", "/app/\(tenant)/\(path)", body.joined(separator: "&"))
            .with("Host", World.host).with("Accept-Language", language)
            .with("Content-Type", "application/x-www-form-urlencoded")
        for (name, value) in headers where !value.isEmpty { call = call.with(name, value) }
        return try await world.send(call)
    }

    private var header: String { cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }

    private func keep(_ answer: Answer) -> Answer {
        for field in answer.headers.values(of: "Set-Cookie") { keep(field) }
        return answer
    }

    private func keep(_ field: String) {
        let pair = field.prefix { $0 != ";" }.split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        .map(String.init)
        cookies[pair[0]] = pair[1].isEmpty ? nil : pair[1]
    }

    // MARK: The way

    /// Presses the button of the issuer.
    func begin(at page: String = "sign-in/outside") async throws -> Request {
        let answer = try await post(page, [("issuer", TokenIssuer.address)])
        let onward = answer.header("Refresh") ?? ""
        guard answer.status == 200, answer.isPage, onward.hasPrefix("0; url=") else { throw Lost(answer) }
        return Request(String(onward.dropFirst("0; url=".count)))
    }

    /// Presses the button of the provider.
    func beginAtProvider(at page: String = "sign-in/outside") async throws -> Request {
        let answer = try await post(page, [("provider", TestProvider.name)])
        let onward = answer.header("Refresh") ?? ""
        guard answer.status == 200, answer.isPage, onward.hasPrefix("0; url=") else { throw Lost(answer) }
        return Request(String(onward.dropFirst("0; url=".count)))
    }

    /// The person agrees at the provider: where it leads them.
    func code(_ request: Request, _ profile: JSONObject) -> String {
        World.provider.code(
            profile,
            challenge: request["code_challenge"],
            redirectURI: request["redirect_uri"]
        )
    }

    /// The provider leads back, and the browser sends no cookie with that.
    func pageFromProvider(_ query: [(String, String)], from provider: String = TestProvider.name)
        async throws -> Answer
    {
        let pairs = query.map { "\($0.0)=\(RequestTarget.encode($0.1))" }.joined(separator: "&")
        return try await world.page(
            "sign-in/return/\(provider)?\(pairs)",
            cookie: "",
            tenant: tenant,
            accepts: language
        )
    }

    /// All of it, at the provider.
    func signInAtProvider(_ profile: JSONObject, at page: String = "sign-in/outside") async throws -> Answer {
        let request = try await beginAtProvider(at: page)
        let back = try await pageFromProvider([
            ("state", request["state"]), ("code", code(request, profile)),
        ])
        guard back.status == 200, back.isPage else { throw Lost(back) }
        return try await goOn(from: back)
    }

    /// What the issuer answers.
    func token(
        _ request: Request,
        _ subject: String,
        email: (String, isVerified: Bool)? = nil,
        claims: JSONObject = [:]
    ) throws -> String {
        try World.issuer.get().token(subject, email: email, nonce: request["nonce"], claims: claims)
    }

    /// Comes back from the issuer, and presses the button that a script would press.
    func comeBack(_ request: Request, _ token: String, and others: [(String, String)] = []) async throws
        -> Answer
    {
        let back = try await postFromIssuer([("state", request["state"]), ("id_token", token)] + others)
        guard back.status == 200, back.isPage else { throw Lost(back) }
        return try await goOn(from: back)
    }

    /// Sends the form of the page that the issuer's form led to.
    func goOn(from back: Answer) async throws -> Answer {
        let action = back.text.firstMatch(
            of: /<form method="post" action="\/app\/\w+\/([^"]*)" class="form" data-continue>/
        )
        guard let action else { throw Lost(back) }
        let fields = ["state", "id_token", "code", "first_name", "last_name"].flatMap { name in
            back.hidden(name).map { (name, Self.unescaped($0)) }
        }
        return try await post(String(action.1), fields)
    }

    /// As a browser reads an attribute.
    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    /// All of it.
    func signIn(_ subject: String, at page: String = "sign-in/outside", claims: JSONObject = [:]) async throws
        -> Answer
    {
        let request = try await begin(at: page)
        return try await comeBack(request, try token(request, subject, claims: claims))
    }

    struct Lost: Error, CustomStringConvertible {
        let description: String
        init(_ answer: Answer) { description = "\(answer.status) \(answer.text.prefix(3_000))" }
    }
}
