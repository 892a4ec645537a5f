import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Meetups

/// The original client's calls against `/compat/wordup/…`, with its texts.
@Suite(.database) struct WordUpTests {
    private struct Client {
        let world: MeetupWorld
        var token: String?

        func send(
            _ method: HTTPMethod,
            _ path: String,
            _ body: String? = nil,
            _ headers: [(String, String)] = []
        ) async throws -> Response {
            try await world.send(method, "/compat/wordup/wordup/\(path)", token: token, body, headers)
        }
    }

    private func client(_ world: MeetupWorld, _ person: MeetupWorld.Person? = nil) -> Client {
        Client(world: world, token: person?.token)
    }

    @Test func `the original client's session, call by call`() async throws {
        let world = try await MeetupWorld()
        var client = client(world)
        let registration = """
            {"username":"alice","password":"right horse 7","first_name":"Alice","last_name":"A","email":"a@example.com",
             "known_lang":"eng","learn_lang":"chi","bio":"Hi","device":"iPhone"}
            """
        let registered = try await client.send(.post, "register/", registration)
        #expect(registered.status == 201)
        #expect(registered.text == "")
        let bob = registration.replacing("alice", with: "bob").replacing("a@", with: "b@")
            .replacing("\"eng\"", with: "\"zh\"").replacing("\"chi\"", with: "\"en\"")
        #expect(try await client.send(.post, "register/", bob).status == 201)

        let credentials = #"{"username":"alice","password":"right horse 7"}"#
        let login = try await client.send(.post, "login/", credentials)
        #expect(login.status == 200)
        let alice = try login.integer("id")
        #expect(
            login.text
                == #"{"id":\#(alice),"username":"alice","first_name":"Alice","last_name":"A","known_lang":"en","learn_lang":"zh","bio":"Hi"}"#
        )
        let token = try await client.send(.post, "token/", credentials)
        guard case .string(let secret) = token["token"] else {
            Issue.record("no token in \(token.text)")
            return
        }
        client.token = secret
        #expect(try await client.send(.get, "profiles/").all("username") == ["bob"])
        let body = #"{"i_username":"alice","a_username":"bob"}"#
        let made = try await client.send(.post, "matches/", body)
        #expect(made.status == 201)
        #expect(made["username"] == "bob")
        #expect(made["match_id"] == .null)
        #expect(try await client.send(.get, "matches/").all("username") == ["bob"])
        #expect(try await client.send(.get, "profiles/").text == "[]")
        let times = try await client.send(.get, "times/\(try made.integer("id"))/")
        let match = try times.integer("match_id")
        #expect(times["time_1"] == .null)
        let proposal =
            #"{"username":"alice","new_status":"1","time_1":"\#(Self.input(0))","location":"Frist"}"#
        let proposed = try await client.send(.put, "matches/\(match)/", proposal)
        #expect(proposed.status == 200)
        #expect(
            proposed.text
                == #"{"match_id":\#(match),"user_id1":\#(alice),"user_id2":\#(try made.integer("id")),"time_1":"\#(Self.output(0))","location":"Frist","status_code":1}"#
        )
        #expect(try await client.send(.get, "matches/\(match)/").text == proposed.text)
        #expect(try await client.send(.post, "logout/", "{}").status == 204)
        #expect(try await client.send(.get, "matches/").status == 401)
    }

    /// A day in a year's time, `hours` o'clock, as the client writes and reads it.
    private static func moment(_ hours: Int64) -> Timestamp {
        let day = Timestamp.now.milliseconds / 86_400_000 + 100
        return Timestamp(milliseconds: (day * 24 + hours) * 3_600_000)
    }
    private static func input(_ hours: Int64) -> String {
        String(moment(hours).description.prefix(16).map { "-T:".contains($0) ? " " : $0 })
    }
    private static func output(_ hours: Int64) -> String { String(moment(hours).description.prefix(19)) }

    @Test func `refusals of PUT have the original's words`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let eve = try world.join("eve")
        let time = #""time_1":"\#(Self.input(14))","location":"Frist""#
        func put(_ person: MeetupWorld.Person, _ fields: String, id: Int64? = nil) async throws -> String {
            let body = #"{"username":"\#(person.username)",\#(fields)}"#
            let response = try await client(world, person).send(.put, "matches/\(id ?? match)/", body)
            return
                "\(response.status) \(response.status == 200 ? response["status_code"].short : response.text)"
        }
        let status = #"400 "new status missing or invalid""#
        let same = #"400 "same status provided; no change""#
        let transition = #"400 "invalid state transition""#
        let inconsistent = #"400 "none or inconsistent time provided""#
        #expect(try await put(ada, #""new_status":"1""#, id: 999) == #"404 "match not found""#)
        #expect(try await put(eve, #""new_status":"1""#) == #"403 "not a member of this match""#)
        for bad in [
            #""x":1"#, #""new_status":"4""#, #""new_status":"-1""#, #""new_status":"one""#,
            #""new_status":null"#, #""new_status":1.5"#,
        ] {
            #expect(try await put(ada, bad) == status)
        }
        for new in ["1", "2", "3"] {
            #expect(
                try await put(ada, #""new_status":"\#(new)","time_1":"\#(Self.input(1))""#)
                    == #"400 "location is missing""#
            )
            let malformed = #""new_status":"\#(new)","time_1":"2030-05-09 14:30","location":"x""#
            #expect(try await put(ada, malformed) == #"400 "time formatted incorrectly""#)
        }
        #expect(
            try await put(ada, #""new_status":"1","time_1":"2030 02 30 14 30","location":"x""#).hasPrefix(
                "400 \"time form"
            )
        )
        let formatted = #"400 "time formatted incorrectly""#
        for new in ["0", "1", "2", "3"] {
            for time in [
                "", #","time_1":null"#, #","time_1":"""#, #","time_1":7"#, #","time_1":"2030 5 9 14 30""#,
            ] {
                #expect(try await put(ada, #""new_status":"\#(new)","location":"x"\#(time)"#) == formatted)
            }
        }
        #expect(try await put(ada, #""new_status":"0",\#(time)"#) == same)
        #expect(try await put(ada, #""new_status":"3",\#(time)"#) == transition)
        #expect(try await put(ada, #""new_status":"2",\#(time)"#) == transition)
        #expect(try await put(chen, #""new_status":"1",\#(time)"#) == transition)
        let past = #""time_1":"2017 05 09 14 30","location":"x""#
        #expect(try await put(ada, #""new_status":"1",\#(past)"#) == "200 0")

        #expect(try await put(ada, #""new_status":1,\#(time)"#) == "200 1")
        #expect(try await put(ada, #""new_status":"1",\#(time)"#) == same)
        for new in ["0", "2", "3"] {
            #expect(try await put(ada, #""new_status":"\#(new)",\#(time)"#) == transition)
        }
        #expect(
            try await put(chen, #""new_status":"3","location":"Frist","time_1":"\#(Self.input(15))""#)
                == inconsistent
        )
        #expect(try await put(chen, #""new_status":"2",\#(time)"#) == "200 2")
        for new in ["0", "1", "3"] {
            #expect(try await put(chen, #""new_status":"\#(new)",\#(time)"#) == transition)
        }
        #expect(try await put(ada, #""new_status":"3",\#(time)"#) == "200 3")
        #expect(try await put(chen, #""new_status":"3",\#(time)"#) == same)
        #expect(try await put(chen, #""new_status":"2",\#(time)"#) == "200 2")
        #expect(try await put(ada, #""new_status":"0",\#(time)"#) == "200 0")
        #expect(try await put(ada, #""new_status":"1",\#(time)"#) == "200 1")
        #expect(try await put(chen, #""new_status":"2",\#(past)"#) == "200 0")
        #expect(try await put(eve, #""new_status":"0""#) == #"403 "not a member of this match""#)
    }

    @Test func `bare lists end at a thousand rows, and a link leads to the rest`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        try world.owner.execute(
            """
            insert into accounts (tenant_id, username, first_name, known_lang, learn_lang)
            select id, 'chen' || n, 'Chen', 'zh', 'en' from tenants, generate_series(1, 2002) as n where slug = 'wordup';
            insert into matches (tenant_id, user_id1, user_id2)
            select tenant_id, \(ada.id), id from accounts where username like 'chen%' and id % 2 = 0
            """
        )
        let client = client(world, ada)
        for list in ["profiles", "matches"] {
            let first = try await client.send(.get, "\(list)?zz=1")
            #expect(first.status == 200 && first.all("username").count == 1000)
            let link = try #require(first.headers["Link"])
            #expect(
                link.hasPrefix("</compat/wordup/wordup/\(list)/?cursor=") && link.hasSuffix(">; rel=\"next\"")
            )
            let path = link.dropFirst("</compat/wordup/wordup/".count).prefix { $0 != ">" }
            let rest = try await client.send(.get, String(path))
            #expect(rest.headers["Link"] == nil)
            let names = Set(first.all("username") + rest.all("username"))
            #expect(rest.all("username").count == 1 && names.count == 1001, "\(list)")
            #expect(try await client.send(.get, "\(list)/?cursor=x").status == 400)
        }
        try world.owner.execute("delete from matches where id = (select min(id) from matches)")
        #expect(try await client.send(.get, "matches/").headers["Link"] == nil)
    }

    @Test func `other refusals have the original's words`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let mei = try world.join("mei", "zh", "en")
        let eve = try world.join("eve")
        let client = client(world, ada)
        func make(_ body: String) async throws -> String {
            let response = try await client.send(.post, "matches/", body)
            return "\(response.status) \(response.text)"
        }
        #expect(
            try await make(#"{"i_username":"ada","a_username":"chen"}"#)
                == #"400 "users are already matched""#
        )
        #expect(
            try await make(#"{"i_username":"ada","a_username":"nobody"}"#) == #"400 "acceptor not found""#
        )
        #expect(try await make("{}") == #"400 "initiator not found""#)
        #expect(try await make(#"{"i_username":"chen","a_username":"mei"}"#).hasPrefix("403 {\"detail\""))
        #expect(try await make(#"{"i_username":"ada"}"#).hasPrefix("201 {\"id\":\(mei.id),"))
        #expect(try await make(#"{"i_username":"ada"}"#) == #"400 "no eligible users remaining""#)
        #expect(try await client.send(.get, "matches/999/").text == #""match not found""#)
        let other = self.client(world, eve)
        #expect(try await other.send(.get, "matches/\(match)/").text == #""not a member of this match""#)
        #expect(try await client.send(.get, "times/9999/").text == #""partner not found""#)
        #expect(try await client.send(.get, "times/\(eve.id)/").text == #""match does not exist""#)
        let nameless = try await client.send(.put, "matches/\(match)/", #"{"new_status":"0"}"#)
        #expect(nameless.status == 400)
        #expect(nameless.text == #""user not found""#)
        let forged = #"{"username":"chen","new_status":"0"}"#
        #expect(try await client.send(.put, "matches/\(match)/", forged).status == 403)
        for method in [HTTPMethod.put, .patch] {
            #expect(try await client.send(method, "profiles/\(chen.id)/", #"{"bio":"x"}"#).status == 403)
            let own = try await client.send(method, "profiles/\(ada.id)/", #"{"id":1,"bio":"\#(method)"}"#)
            #expect(own["bio"] == .string("\(method)"))
        }
        #expect(try await client.send(.delete, "profiles/\(ada.id)/").status == 403)
        #expect(try world.number("select count(*) from accounts") == 4)
        let login = try await self.client(world).send(.post, "login/", #"{"username":"ada","password":"no"}"#)
        #expect(login.status == 401)
        #expect(login.text == #""login failed""#)
    }

    @Test func `tokens and headers as Django REST framework has them`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        let anybody = client(world)
        func detail(_ response: Response) -> String { "\(response.status) \(response.text)" }
        func token(_ body: String, _ type: String = "application/json") async throws -> String {
            detail(try await anybody.send(.post, "token/", body, [("Content-Type", type)]))
        }
        let wrong = #"400 {"non_field_errors":["Unable to log in with provided credentials."]}"#
        #expect(try await token(#"{"username":"ada","password":"no"}"#) == wrong)
        #expect(
            try await token("{}")
                == #"400 {"username":["This field is required."],"password":["This field is required."]}"#
        )
        #expect(
            try await token(#"{"username":"","password":" "}"#)
                == #"400 {"username":["This field may not be blank."],"password":["This field may not be blank."]}"#
        )
        #expect(
            try await token(#"{"username":null,"password":"x"}"#)
                == #"400 {"username":["This field may not be null."]}"#
        )
        #expect(
            try await token("[]")
                == #"400 {"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}"#
        )
        #expect(try await token("{").hasPrefix(#"400 {"detail":"JSON parse error - "#))
        #expect(
            try await token("x", "text/plain")
                == #"415 {"detail":"Unsupported media type \"text/plain\" in request."}"#
        )
        let form = "application/x-www-form-urlencoded"
        #expect(try await token("username=ada&password=right+horse+7", form).hasPrefix("200 {\"token\":\""))
        #expect(try await token("username=ada", form) == #"400 {"password":["This field is required."]}"#)

        let none = #"401 {"detail":"Authentication credentials were not provided."}"#
        let cases = [
            (nil, none), ("Bearer \(ada.token)", none), ("Token x", #"401 {"detail":"Invalid token."}"#),
            ("Token", #"401 {"detail":"Invalid token header. No credentials provided."}"#),
            ("Token a b", #"401 {"detail":"Invalid token header. Token string should not contain spaces."}"#),
        ]
        for (header, expected) in cases {
            let response = try await anybody.send(
                .get,
                "matches/",
                nil,
                header.map { [("Authorization", $0)] } ?? []
            )
            #expect(detail(response) == expected)
            #expect(response.headers["WWW-Authenticate"] == "Token")
        }
        let lower = try await anybody.send(.get, "matches/", nil, [("Authorization", "token \(ada.token)")])
        #expect(lower.status == 200)
        #expect(lower.headers["Allow"] == "GET, POST, HEAD, OPTIONS")
        let method = try await client(world, ada).send(.delete, "matches/")
        #expect(detail(method) == #"405 {"detail":"Method \"DELETE\" not allowed."}"#)
        #expect(
            detail(try await client(world, ada).send(.get, "nothing/")) == #"404 {"detail":"Not found."}"#
        )
        let far = try world.join("far", tenant: "other")
        #expect(try await client(world, far).send(.get, "matches/").status == 401)
    }

    @Test func `times are on the account's clock and a past one resets on read`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        try world.owner.execute(
            #"update accounts set settings = '{"time_zone":"Asia/Tokyo"}' where username = 'chen'"#
        )
        try world.owner.execute(
            #"update accounts set settings = '{"time_zone":"No/Such"}' where username = 'ada'"#
        )
        let body = #"{"username":"chen","new_status":"2","time_1":"\#(Self.input(9))","location":"Ueno"}"#
        let proposed = try await client(world, chen).send(.put, "matches/\(match)/", body)
        #expect(proposed["time_1"] == .string(Self.output(9)))
        let seen = try await client(world, ada).send(.get, "matches/\(match)/")
        #expect(seen["time_1"] == .string(Self.output(0)))
        #expect(try await client(world, ada).send(.get, "times/\(chen.id)/").text == seen.text)
        let accept = #"{"username":"ada","new_status":"3","time_1":"\#(Self.input(0))","location":"Ueno"}"#
        #expect(try await client(world, ada).send(.put, "matches/\(match)/", accept)["status_code"] == 3)
        try world.owner.execute("update matches set time_1 = now() - interval '1 minute'")
        let past = try await client(world, ada).send(.get, "matches/\(match)/")
        #expect(past["status_code"] == 0)
        #expect(past["time_1"] == .null)
        #expect(past["location"] == .null)
    }
}

extension WordUpTests {
    @Test func `registering, ending a match and leaving have the original's other paths`() async throws {
        let world = try await MeetupWorld()
        let registration = """
            {"username":"alice","password":"\(MeetupWorld.password)","first_name":"Alice","last_name":"A",
             "email":"a@example.com","known_lang":"en","learn_lang":"zh","bio":""}
            """
        let registered = try await client(world).send(.post, "profiles/", registration)
        #expect(registered.status == 201 && registered.text == "")
        #expect(try await client(world).send(.post, "profiles/", registration).status == 400)
        #expect(try await client(world).send(.get, "profiles/").status == 401)

        let (ada, chen, match) = try await world.pair()
        let eve = try world.join("eve")
        let body = #"{"username":"ada","new_status":"1","time_1":"\#(Self.input(0))","location":"Frist"}"#
        let proposed = try await client(world, ada).send(.put, "times/\(chen.id)/", body)
        #expect(proposed["status_code"] == 1 && proposed["location"] == "Frist", "\(proposed.text)")
        #expect(
            try await client(world, ada).send(.put, "times/\(eve.id)/", body).text
                == #""match does not exist""#
        )
        #expect(try await client(world, ada).send(.delete, "times/9999/").text == #""partner not found""#)
        #expect(try await client(world, eve).send(.delete, "matches/\(match)/").status == 403)
        #expect(try await client(world, eve).send(.delete, "times/\(ada.id)/").status == 404)
        #expect(try await client(world, chen).send(.delete, "times/\(ada.id)/").status == 204)
        #expect(
            try await client(world, chen).send(.delete, "matches/\(match)/").text == #""match not found""#
        )
        #expect(try world.number("select count(*) from matches") == 0)
        let again = #"{"i_username":"ada","a_username":"chen"}"#
        #expect(try await client(world, ada).send(.post, "matches/", again).status == 201)
        let new = try await client(world, ada).send(.get, "times/\(chen.id)/").integer("match_id")
        #expect(try await client(world, ada).send(.delete, "matches/\(new)/").status == 204)
    }

    @Test func `an account is deleted by its owner alone, with the password`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, _) = try await world.pair()
        let right = #"{"password":"\#(MeetupWorld.password)"}"#
        #expect(try await client(world, chen).send(.delete, "profiles/\(ada.id)/", right).status == 403)
        for body in [nil, "{}", #"{"password":7}"#, #"{"password":"wrong horse 7"}"#] {
            let refused = try await client(world, ada).send(.delete, "profiles/\(ada.id)/", body)
            #expect(refused.status == 403, "\(body ?? "no body")")
            #expect(refused.text == #"{"detail":"You do not have permission to perform this action."}"#)
        }
        #expect(try await client(world, ada).send(.delete, "profiles/\(ada.id)/", right).status == 204)
        #expect(
            try world.number("select count(*) from accounts where status = 'deleted' and id = \(ada.id)") == 1
        )
        #expect(try await client(world, ada).send(.get, "matches/").status == 401)
    }
}

extension JSONValue {
    fileprivate var short: String { if case .integer(let number) = self { "\(number)" } else { "\(self)" } }
}
