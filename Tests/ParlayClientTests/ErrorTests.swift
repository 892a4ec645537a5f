import Foundation
import ParlayClient
import Testing

@Suite struct ErrorTests {
    private func failure(_ step: ScriptedTransport.Step) async throws -> ParlayError {
        let world = try ClientWorld([step], attempts: 1)
        return try await #require(throws: ParlayError.self) { try await world.parlay.profiles.me() }
    }

    @Test func `a problem has its code, fields and further members, and speaks to people`() async throws {
        let error = try await failure(
            .json(
                422,
                """
                {"type":"/docs/problems#validation_failed","title":"Invalid fields","status":422,"detail":"Some.",
                 "code":"validation_failed","request_id":"r-1","shade":"blue",
                 "errors":{"bio":["Too long."],"username":["Taken.","Too short."]}}
                """
            )
        )
        #expect(error.code == "validation_failed")
        #expect(error.fieldErrors["username"] == ["Taken.", "Too short."])
        #expect(error.fieldErrors["email"].isEmpty)
        #expect(error.problem?.extensions == ["shade": "blue"])
        #expect(error.problem?.requestID == "r-1")
        let lines = error.localizedDescription.split(separator: "\n").sorted()
        #expect(lines == ["Bio: Too long.", "Username: Taken. Too short."])
    }

    @Test func `a problem without fields speaks in the server's words`() async throws {
        let error = try await failure(.problem(409, "match_state"))
        #expect(error.localizedDescription == "About match_state.")
        #expect(error.retryAfter == nil)
    }

    @Test(arguments: [
        (#"{"id":1}"#, "username"), (#"{"id":"x"}"#, "id"), ("", ""), ("<html>", ""),
        (
            """
            {"id":1,"username":"a","first_name":"","last_name":"","bio":"","role":"member","status":"active",
             "created_at":"yesterday","last_active_at":"2026-05-20T18:30:00.000Z"}
            """, "created_at"
        ),
    ])
    func `an answer that cannot be read says where`(_ body: String, _ path: String) async throws {
        let error = try await failure(.json(200, body, ["X-Request-Id": "r-9"]))
        guard case .decoding(let failure) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.type == "Profile")
        #expect(failure.path == path)
        #expect(failure.requestID == "r-9")
        #expect(error.localizedDescription.contains("may need an update"))
    }

    @Test func `an item of a list that cannot be read says which`() async throws {
        let world = try ClientWorld([.json(200, #"{"items":[{"id":true}],"next_cursor":null}"#)])
        let error = try await #require(throws: ParlayError.self) {
            try await world.parlay.inbox.notices().page()
        }
        guard case .decoding(let failure) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.path == "items.0.id")
        #expect(failure.type == "ListPage<Notice>")
    }

    @Test(arguments: [301, 302, 400, 404, 500, 502])
    func `what Parlay does not say is told apart`(_ status: Int) async throws {
        let error = try await failure(.json(status, "<html>", ["content-type": "text/html"]))
        #expect(error == .unexpectedAnswer(status: status))
        #expect(error.localizedDescription.contains("\(status)"))
        #expect(error.problem == nil)
    }

    /// What URLSession says on Linux of a server that is down.
    private static let technical = "The operation could not be completed. (NSURLErrorDomain error -1004.)"

    @Test(arguments: [
        ParlayError.notSignedIn, .cancelled, .transport(.timedOut), .transport(.unreachable(technical)),
        .transport(.connectionLost(technical)), .transport(.other(technical)), .tokenStorage(technical),
        .unexpectedAnswer(status: 502),
        .decoding(DecodingFailure(type: "Profile", path: "items.0.id", reason: technical)),
        .problem(Problem(status: 409, code: "match_state", title: "x", detail: "It was taken.")),
    ])
    func `every error has a sentence for people, and its technical reason apart`(_ error: ParlayError) {
        let sentence = error.localizedDescription
        #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true, "\(sentence)")
        for word in ["ParlayError", "NSURLErrorDomain", "could not be completed", "items.0", "_"] {
            #expect(!sentence.contains(word), "\(sentence)")
        }
        if "\(error)".contains(Self.technical) {
            #expect(error.failureReason?.contains(Self.technical) == true)
        }
    }

    /// The errors inside of a `ParlayError` may be shown by themselves.
    @Test func `what an error holds speaks to people too`() {
        let problem = Problem(
            status: 422,
            code: "validation_failed",
            title: "x",
            errors: FieldErrors("first_name", "May not be blank.")
        )
        let errors: [any Error] = [
            TransportError.unreachable(Self.technical), problem,
            DecodingFailure(type: "Profile", path: "id", reason: Self.technical),
        ]
        #expect(
            errors.map(\.localizedDescription) == [
                "The server cannot be reached. Please check your internet connection.",
                "First name: May not be blank.",
                "The server's answer could not be read. The app may need an update.",
            ]
        )
    }

    @Test func `a tenant's name cannot leave its place in the address`() async throws {
        let transport = ScriptedTransport([.problem(404, "tenant_not_found")])
        let parlay = Parlay(
            server: try #require(URL(string: "https://play.example.org/play//")),
            tenant: "../a b?c",
            transport: transport
        )
        await #expect(throws: ParlayError.self) { try await parlay.about() }
        #expect(
            transport.requests.map(\.url.absoluteString)
                == ["https://play.example.org/play/v1/..%2Fa%20b%3Fc/about/"]
        )
    }

    @Test func `requests and answers describe themselves without tokens and passwords`() async throws {
        let world = try ClientWorld([.value(Samples.signedIn)])
        try await world.parlay.account.logIn("ann", password: "secret")
        _ = try? await world.parlay.profiles.me()
        var dumped = ""
        for request in world.transport.requests {
            dump(request, to: &dumped)
            dumped += "\(request) \(String(reflecting: request))"
        }
        let answer = TransportResponse(status: 200, headers: ["A": "secret"], body: Data("secret".utf8))
        dump(answer, to: &dumped)
        dumped += "\(answer) \(String(reflecting: answer))"
        #expect(dumped.contains("POST https://play.example.org/v1/wordup/login/"))
        #expect(!dumped.contains("secret") && !dumped.contains("parlay_new"))
    }
}
