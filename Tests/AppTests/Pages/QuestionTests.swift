import Components
import Database
import HTTPServer
import Pages
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What cannot be undone is asked about before it is done, without scripts too.
@Suite(.database) struct QuestionTests {
    typealias World = RouteMatrixFixture

    /// The hidden fields of the form whose call is named.
    private func fields(_ call: String, in page: Answer) throws -> [(String, String)] {
        let forms = page.text.components(between: "<form", and: "</form>")
        let form = try #require(forms.first { $0.contains("name=\"_call\" value=\"\(call)\"") })
        return form.matches(of: /<input type="hidden" name="([\w.]+)" value="([^"]*)">/).map {
            (String($0.1), String($0.2))
        }
    }

    @Test func `a form with a question is asked about on a page, which then sends it once`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let path = "people/\(scenario.partner.id)"
        let call = try #require(
            try MatrixRoute.all().first { $0.route.summary == "Block a person" }?.callName
        )
        let sent = try fields(call, in: try await world.page(path, cookie: cookie))
        let question = try #require(sent.first { $0.0 == "_confirm" }?.1)
        #expect(!question.isEmpty)

        let before = try world.dump()
        let asked = try await world.post(path, sent, cookie: cookie)
        #expect(asked.status == 200 && asked.isPage && asked.text.contains(question))
        #expect(asked.text.contains("Are you sure?"))
        #expect(asked.text.contains("href=\"/app/alpha/\(path)\""), "the way back")
        try world.expectUnchanged(since: before)

        let again = try fields(call, in: asked)
        #expect(again.map(\.0) == sent.map(\.0).filter { $0 != "_confirm" })
        #expect(again.first { $0.0 == "_key" }?.1 == sent.first { $0.0 == "_key" }?.1)
        let done = try await world.post(path, again, cookie: cookie)
        #expect(done.status == 303)
        #expect(try await world.post(path, again, cookie: cookie).status == 303)
    }

    @Test func `a guest is asked nothing, and a question is text`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let markup = "\"><img src=x onerror=alert(1)>"
        let fields = [("_call", "logout"), ("_target", ""), ("_confirm", markup), (markup, markup)]
        let page = try await world.post("sign-out", fields, cookie: cookie)
        #expect(page.status == 200 && page.isPage && !page.text.contains("<img src=x"))
        // The session still is.
        #expect(try await world.page("inbox", cookie: cookie).status == 200)
        #expect(try await world.post("sign-out", fields).status == 303)
        let other = try await world.post("sign-out", fields, cookie: cookie, origin: "https://evil.example")
        #expect(other.status == 403)
    }

    @Test func `a password is not carried from page to page`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let page = try await world.page("me/delete", cookie: cookie)
        #expect(page.text.contains("data-confirm=") && !page.text.contains("name=\"_confirm\""))
    }
}

extension String {
    fileprivate func components(between start: String, and end: String) -> [Substring] {
        split(separator: start, omittingEmptySubsequences: false).dropFirst().map { part in
            part.prefix(upTo: part.firstRange(of: end)?.lowerBound ?? part.endIndex)
        }
    }
}
