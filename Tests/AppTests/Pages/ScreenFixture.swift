import Components
import Database
import Foundation
import HTTPServer
import Pages
import ParlayAPI
import Security
import Tenancy
import TestSupport
import Testing

@testable import App

/// Browsers before the pages of the tenants of `RouteMatrixFixture`.
extension RouteMatrixFixture {
    static let host = "127.0.0.1:8080"
    static let origin = "http://\(host)"
    static var screens: [Screen] { Features.components.app.screens }

    /// The value of the cookie of a browser in which the person is signed in.
    func browser(of person: Person, in tenant: String = "alpha") throws -> String {
        let secret = try TokenSecret.generate()
        _ = try owner.query(
            """
            insert into tokens (tenant_id, account_id, digest, prefix, label, kind, last_used_at, expires_at)
            select tenant_id, id, $2, 'test', 'Browser', 'browser', now(), now() + interval '1 day'
              from accounts where id = $1
            """,
            .integer(person.id),
            .bytes(TokenKind.browser.digest(of: secret).bytes)
        )
        return "parlay-\(tenant)=\(secret.text)"
    }

    func page(
        _ path: String,
        cookie: String? = nil,
        tenant: String = "alpha",
        accepts language: String = "en"
    ) async throws
        -> Answer
    {
        var call = Call("GET", "/app/\(tenant)/\(path)").with("Host", Self.host).with(
            "Accept-Language",
            language
        )
        if let cookie { call = call.with("Cookie", cookie) }
        return try await send(call)
    }

    /// A form as a page of the server itself sends it.
    func post(
        _ path: String,
        _ fields: [(String, String)],
        cookie: String? = nil,
        origin: String? = RouteMatrixFixture.origin,
        tenant: String = "alpha"
    ) async throws -> Answer {
        let body = fields.map { "\(RequestTarget.encode($0.0))=\(RequestTarget.encode($0.1))" }.joined(
            separator: "&"
        )
        var call = Call("POST", "/app/\(tenant)/\(path)", body).with("Host", Self.host)
            .with("Content-Type", "application/x-www-form-urlencoded")
        if let origin { call = call.with("Origin", origin) }
        if let cookie { call = call.with("Cookie", cookie) }
        return try await send(call)
    }
}

/// A page, and what it is about in a scenario.
struct ScreenCase: CustomStringConvertible {
    let screen: Screen
    let path: String

    var description: String { "/\(path)" }

    /// All pages, with what the scenario has for their parameters.
    static func all(_ scenario: RouteMatrixFixture.Scenario) throws -> [ScreenCase] {
        try RouteMatrixFixture.screens.map { screen in
            if !screen.pattern.contains("{") { return ScreenCase(screen: screen, path: screen.pattern) }
            let target = try #require(targets[screen.pattern], "no target for the page \(screen.pattern)")
            return ScreenCase(screen: screen, path: target(scenario))
        }
    }

    /// The values of the path of the call that a form makes, as the scenario's owner makes it: `12`, `12/ada`.
    static func target(of call: String, _ scenario: RouteMatrixFixture.Scenario) throws -> String {
        let walked = try #require(
            try MatrixRoute.all().first { $0.callName == call },
            "no call \(call)"
        )
        let path = walked.example.path(scenario).split(separator: "?")[0].split(separator: "/")
        let names = walked.route.pattern.split(separator: "/")
        return zip(names, path).filter { $0.0.hasPrefix("{") }.map { String($0.1) }.joined(separator: "/")
    }
}

extension MatrixRoute {
    /// By which forms find it.
    var callName: String { route.description.name(of: route.method.rawValue, route.pattern) }
}

extension Answer {
    /// The values of the hidden fields of a name in the page's content, in order.
    func hidden(_ name: String) -> [String] {
        let start = text.range(of: "<main")?.lowerBound ?? text.startIndex
        return text[start...].matches(of: /<input type="hidden" name="(\w+)" value="([^"]*)">/).filter {
            $0.1 == name
        }.map {
            String($0.2)
        }
    }

    /// Whether it is a whole page.
    var isPage: Bool {
        header("Content-Type") == "text/html; charset=utf-8" && text.hasPrefix("<!doctype html>")
            && text.hasSuffix("</html>\n")
            && text.matches(of: /<h1[ >]/).count == 1
    }
}
