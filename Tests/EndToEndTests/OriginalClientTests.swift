import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// The original WordUp app after its base URL was changed, against a running front.
@Suite(.database) struct OriginalClientTests {
    @Test func `its calls in its order`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let app = site.session("/compat/wordup/wordup/")
            for (name, known, learn) in [("alice", "en", "zh"), ("bob", "zh", "en")] {
                let registered = try await app.send(
                    "POST",
                    "register/",
                    Self.registration(name, known, learn)
                )
                #expect(registered.status == 201)
                #expect(registered.body.isEmpty)
            }
            let taken = try await app.send("POST", "register/", Self.registration("alice", "en", "zh"))
            #expect(taken.status == 400)
            #expect(taken.text.hasPrefix("\"") && taken.text.hasSuffix("\""), "\(taken)")

            let alice = try await signIn("alice", app)
            let bob = try await signIn("bob", app)
            #expect(
                alice.profile.text
                    == #"{"id":\#(alice.id),"username":"alice","first_name":"alice","last_name":"L","known_lang":"en","learn_lang":"zh","bio":"Hi"}"#
            )
            let candidates = try await alice.session.send("GET", "profiles/")
            #expect(candidates.text == "[\(bob.profile.text)]")
            let made = try await alice.session.send("POST", "matches/", #"{"i_username":"alice"}"#)
            #expect(made.status == 201)
            #expect(made.text == bob.profile.text)
            #expect(try await alice.session.send("GET", "matches/").text == "[\(bob.profile.text)]")
            #expect(try await bob.session.send("GET", "matches/").text == "[\(alice.profile.text)]")
            let found = try await alice.session.send("GET", "times/\(bob.id)/")
            let match = try #require(found["match_id"]?.integer)
            func expected(_ status: Int, _ time: String) -> String {
                #"{"match_id":\#(match),"user_id1":\#(alice.id),"user_id2":\#(bob.id),\#(time),"status_code":\#(status)}"#
            }
            #expect(found.text == expected(0, #""time_1":null,"location":null"#))

            let (input, output) = Self.time
            func put(_ person: Person, _ status: Int, _ rest: String) async throws -> Answer {
                let body = #"{"username":"\#(person.name)","new_status":"\#(status)"\#(rest)}"#
                return try await person.session.send("PUT", "matches/\(match)/", body)
            }
            let offer = #","time_1":"\#(input)","location":"Frist""#
            let shown = #""time_1":"\#(output)","location":"Frist""#
            #expect(try await put(alice, 1, offer).text == expected(1, shown))
            #expect(try await put(alice, 3, offer).description == #"400 "invalid state transition""#)
            #expect(try await put(bob, 2, offer).text == expected(2, shown))
            #expect(try await put(alice, 3, offer).text == expected(3, shown))
            #expect(try await bob.session.send("GET", "matches/\(match)/").text == expected(3, shown))
            #expect(try await bob.session.send("GET", "times/\(alice.id)/").text == expected(3, shown))

            let renamed = try await bob.session.send("PATCH", "profiles/\(bob.id)/", #"{"bio":"Ni hao"}"#)
            #expect(renamed["bio"]?.text == "Ni hao")
            #expect(try await alice.session.send("GET", "profiles/\(bob.id)/").text == renamed.text)
            #expect(try await bob.session.send("POST", "logout/", "{}").status == 204)
            let gone = try await bob.session.send("GET", "matches/")
            #expect(gone.description == #"401 {"detail":"Invalid token."}"#)
            #expect(gone.header("WWW-Authenticate") == "Token")
        }
    }

    @Test func `its refusals, word by word`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let app = site.session("/compat/wordup/wordup/")
            for (name, known, learn) in [("alice", "en", "zh"), ("bob", "zh", "en"), ("eve", "en", "zh")] {
                _ = try await app.send("POST", "register/", Self.registration(name, known, learn))
            }
            let alice = try await signIn("alice", app)
            let bob = try await signIn("bob", app)
            let eve = try await signIn("eve", app)
            func refusal(
                _ session: HTTPSession,
                _ method: String,
                _ path: String,
                _ body: String? = nil
            ) async throws -> String { try await session.send(method, path, body).description }

            let wrong = #"{"username":"alice","password":"wrong"}"#
            #expect(try await refusal(app, "POST", "login/", wrong) == #"401 "login failed""#)
            #expect(
                try await refusal(app, "POST", "token/", wrong)
                    == #"400 {"non_field_errors":["Unable to log in with provided credentials."]}"#
            )
            #expect(
                try await refusal(app, "POST", "token/", "{}")
                    == #"400 {"username":["This field is required."],"password":["This field is required."]}"#
            )
            #expect(
                try await refusal(app, "GET", "profiles/")
                    == #"401 {"detail":"Authentication credentials were not provided."}"#
            )
            #expect(
                try await refusal(alice.session, "DELETE", "matches/")
                    == #"405 {"detail":"Method \"DELETE\" not allowed."}"#
            )
            let session = alice.session
            #expect(try await refusal(session, "POST", "matches/", "{}") == #"400 "initiator not found""#)
            let nobody = #"{"i_username":"alice","a_username":"nobody"}"#
            #expect(try await refusal(session, "POST", "matches/", nobody) == #"400 "acceptor not found""#)
            let named = #"{"i_username":"alice","a_username":"bob"}"#
            #expect(try await session.send("POST", "matches/", named).status == 201)
            #expect(
                try await refusal(session, "POST", "matches/", named) == #"400 "users are already matched""#
            )
            #expect(
                try await refusal(session, "POST", "matches/", #"{"i_username":"alice"}"#)
                    == #"400 "no eligible users remaining""#
            )
            let forged = try await session.send("POST", "matches/", #"{"i_username":"bob"}"#)
            #expect(forged.status == 403)

            let match = try #require(try await session.send("GET", "times/\(bob.id)/")["match_id"]?.integer)
            #expect(try await refusal(session, "GET", "matches/999999/") == #"404 "match not found""#)
            #expect(
                try await refusal(eve.session, "GET", "matches/\(match)/")
                    == #"403 "not a member of this match""#
            )
            let (input, _) = Self.time
            let cases = [
                (#""new_status":"7""#, "new status missing or invalid"),
                (#""new_status":"1","time_1":"\#(input)""#, "location is missing"),
                (#""new_status":"1","time_1":"2030-01-01","location":"x""#, "time formatted incorrectly"),
                (#""new_status":"0","time_1":"\#(input)""#, "same status provided; no change"),
                (#""new_status":"0""#, "time formatted incorrectly"),
                (#""new_status":"3","time_1":"\#(input)","location":"x""#, "invalid state transition"),
                (#""new_status":"2","time_1":"\#(input)","location":"x""#, "invalid state transition"),
                (#""new_status":"1","location":"x""#, "time formatted incorrectly"),
            ]
            for (fields, text) in cases {
                let body = #"{"username":"alice",\#(fields)}"#
                #expect(try await refusal(session, "PUT", "matches/\(match)/", body) == "400 \"\(text)\"")
            }
            #expect(try await session.send("DELETE", "profiles/\(bob.id)/").status == 403)
            #expect(try await session.send("PUT", "profiles/\(bob.id)/", #"{"bio":"x"}"#).status == 403)
        }
    }

    private struct Person {
        let id: Int64
        let name: String
        let profile: Answer
        let session: HTTPSession
    }

    /// Login, then token: the app does both.
    private func signIn(_ name: String, _ app: HTTPSession) async throws -> Person {
        let body = #"{"username":"\#(name)","password":"\#(Site.password)"}"#
        let profile = try await app.send("POST", "login/", body)
        let token = try #require(try await app.send("POST", "token/", body)["token"]?.text)
        let id = try #require(profile["id"]?.integer, "\(profile)")
        return Person(id: id, name: name, profile: profile, session: app.signedIn(token))
    }

    private static func registration(_ name: String, _ known: String, _ learn: String) -> String {
        """
        {"username":"\(name)","password":"\(Site.password)","first_name":"\(name)","last_name":"L",
         "email":"\(name)@example.org","known_lang":"\(known)","learn_lang":"\(learn)","bio":"Hi"}
        """
    }

    /// Tomorrow, as the app writes it and as it reads it.
    private static var time: (input: String, output: String) {
        let minute = (Timestamp.now.milliseconds / 60_000 + 1440) * 60_000
        let text = Timestamp(milliseconds: minute).description
        return (String(text.prefix(16).map { "-T:".contains($0) ? " " : $0 }), String(text.prefix(19)))
    }
}
