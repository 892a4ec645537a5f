import ParlayAPI
import TestWorlds

extension RouteCase {
    /// One case for every route whose description does not give one.
    static let table =
        accounts + passkeys + push + secondFactors + photos + files + meetups + wordUp + people
        + administration
        + keys + webhooks + friends
        + wagers + sportsbook + shelf

    private static let password = RouteMatrixFixture.password

    private static func registration(_ word: String) -> @Sendable (Scenario, Scenario) -> String {
        { scenario, _ in
            """
            {"username": "new.\(word).\(scenario.number)", "password": "\(password)", "first_name": "New",
             "last_name": "Comer", "email": "new.\(word).\(scenario.number)@example.org", "known_lang": "en",
             "learn_lang": "zh", "bio": "Hello."}
            """
        }
    }

    /// A token that is like no other; an empty body if it could not be signed.
    private static func idToken(_ subject: String) -> String {
        let body = try? RouteMatrixFixture.issuer.get().body(subject)
        return String(decoding: JSONValue.object(body ?? [:]).jsonBytes(), as: UTF8.self)
    }

    /// A code that is like no other.
    private static func oauthCode(_ subject: String) -> String {
        let body = RouteMatrixFixture.provider.body(["sub": .string(subject)])
        return String(decoding: JSONValue.object(body).jsonBytes(), as: UTF8.self)
    }

    private static func profile(_ scenario: Scenario) -> String {
        """
        {"username": "\(scenario.owner.username)", "email": "party.\(scenario.secret)@\(scenario.owner.username).example",
         "first_name": "Ada", "last_name": "Byron", "bio": "New.", "known_lang": "en", "learn_lang": "zh"}
        """
    }

    /// A white pixel.
    private static let photo: (type: String, bytes: [UInt8]) = (
        "image/png",
        [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
            0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B,
            0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0x0F, 0x00, 0x01,
            0x01, 0x01, 0x00, 0xB1, 0x38, 0xF6, 0x14, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE,
            0x42, 0x60, 0x82,
        ]
    )

    private static let files: [RouteCase] = [
        RouteCase(
            "v1 POST admin/odds",
            200,
            stranger: .refused(403),
            path: { _ in "admin/odds" },
            media: ("application/json", Array(#"{"tournaments": []}"#.utf8))
        )
    ]

    private static let photos: [RouteCase] = [
        RouteCase("v1 PUT profiles/me/photo", 200, path: { _ in "profiles/me/photo" }, media: photo),
        RouteCase("v1 DELETE profiles/me/photo", 204, path: { _ in "profiles/me/photo" }),
        RouteCase(
            "v1 GET profiles/{id:id}/photo",
            200,
            stranger: .visible,
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)/photo" }
        ),
        RouteCase(
            "v1 PUT profiles/{id:id}/photo",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)/photo" },
            media: photo
        ),
        RouteCase(
            "v1 DELETE profiles/{id:id}/photo",
            204,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)/photo" }
        ),
    ]

    private static let accounts: [RouteCase] = [
        RouteCase("v1 POST register", 201, path: { _ in "register" }, body: registration("r")),
        RouteCase("v1 GET register/available", 200, path: { _ in "register/available/?username=nobody" }),
        RouteCase(
            "v1 POST login",
            200,
            path: { _ in "login" },
            body: { scenario, _ in #"{"username": "\#(scenario.owner.username)", "password": "\#(password)"}"#
            }
        ),
        RouteCase(
            "v1 POST login/oidc",
            200,
            path: { _ in "login/oidc" },
            body: { scenario, _ in idToken(scenario.owner.username) }
        ),
        RouteCase(
            "v1 GET login/oauth/{provider}",
            303,
            elsewhere: .shared,
            path: { _ in "login/oauth/\(TestProvider.name)" }
        ),
        RouteCase(
            "v1 POST login/oauth",
            200,
            path: { _ in "login/oauth" },
            body: { scenario, _ in oauthCode(scenario.owner.username) }
        ),
        RouteCase(
            "v1 POST identities/oauth",
            201,
            path: { _ in "identities/oauth" },
            body: { scenario, _ in
                oauthCode("new of \(scenario.owner.username) \(UInt64.random(in: 0...UInt64.max))")
            }
        ),
        RouteCase(
            "v1 POST identities",
            201,
            path: { _ in "identities" },
            body: { scenario, _ in
                idToken("new of \(scenario.owner.username) \(UInt64.random(in: 0...UInt64.max))")
            }
        ),
        RouteCase(
            "v1 DELETE identities/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "identities/\($0.identity)" }
        ),
        RouteCase(
            "v1 POST token",
            200,
            path: { _ in "token" },
            body: { scenario, _ in #"{"username": "\#(scenario.owner.username)", "password": "\#(password)"}"#
            }
        ),
        RouteCase(
            "v1 PUT password",
            204,
            path: { _ in "password" },
            body: { _, _ in #"{"current": "\#(password)", "new": "a wholly other phrase"}"# }
        ),
        RouteCase(
            "v1 PUT profiles/me",
            200,
            path: { _ in "profiles/me" },
            body: { scenario, _ in profile(scenario) }
        ),
        RouteCase(
            "v1 PATCH profiles/me",
            200,
            path: { _ in "profiles/me" },
            body: { _, _ in #"{"bio": "Changed."}"# }
        ),
        RouteCase(
            "v1 DELETE profiles/me",
            204,
            path: { _ in "profiles/me" },
            body: { _, _ in #"{"password": "\#(password)"}"# }
        ),
        RouteCase(
            "v1 POST profiles/me/delete",
            204,
            path: { _ in "profiles/me/delete" },
            body: { _, _ in #"{"password": "\#(password)"}"# }
        ),
        RouteCase(
            "v1 GET profiles/{id:id}",
            200,
            stranger: .visible,
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)" }
        ),
        RouteCase(
            "v1 PUT profiles/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)" },
            body: { scenario, _ in profile(scenario) }
        ),
        RouteCase(
            "v1 PATCH profiles/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)" },
            body: { _, _ in #"{"bio": "Changed."}"# }
        ),
        RouteCase(
            "v1 DELETE profiles/{id:id}",
            204,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)" },
            body: { _, _ in #"{"password": "\#(password)"}"# }
        ),
        RouteCase("v1 POST logout", 204, path: { _ in "logout" }, body: { _, _ in #"{"everywhere": true}"# }),
        RouteCase(
            "v1 DELETE tokens/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "tokens/\($0.spareToken)" }
        ),
        RouteCase(
            "v1 POST inbox/read",
            204,
            elsewhere: .body(204),
            path: { _ in "inbox/read" },
            body: { _, named in #"{"ids": [\#(named.notice)]}"# }
        ),
        RouteCase(
            "v1 POST password/reset",
            202,
            path: { _ in "password/reset" },
            body: { scenario, _ in
                #"{"email": "party.\#(scenario.secret)@\#(scenario.owner.username).example"}"#
            }
        ),
        RouteCase(
            "v1 POST password/reset/confirm",
            204,
            path: { _ in "password/reset/confirm" },
            body: { scenario, _ in #"{"code": "\#(scenario.resetCode)", "new": "a wholly other phrase"}"# }
        ),
        RouteCase(
            "v1 PUT email/verification",
            204,
            path: { _ in "email/verification" },
            body: { _, named in #"{"code": "\#(named.verificationCode)"}"# }
        ),
        RouteCase(
            "v1 GET unsubscribe/{signed}",
            200,
            elsewhere: .path(404),
            path: { "unsubscribe/\($0.unsubscribe)" }
        ),
        RouteCase(
            "v1 POST unsubscribe/{signed}",
            200,
            elsewhere: .path(404),
            path: { "unsubscribe/\($0.unsubscribe)" }
        ),
    ]

    private static let meetups: [RouteCase] = [
        RouteCase("v1 POST profiles", 201, path: { _ in "profiles" }, body: registration("p")),
        RouteCase(
            "v1 POST matches",
            201,
            elsewhere: .body(404),
            path: { _ in "matches" },
            body: { _, named in #"{"a_username": "\#(named.free.username)"}"# }
        ),
        RouteCase(
            "v1 GET matches/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)" }
        ),
        RouteCase(
            "v1 PUT matches/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)" },
            body: { _, _ in #"{"cancel": true}"# }
        ),
        RouteCase(
            "v1 DELETE matches/{id:id}",
            204,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)" }
        ),
        RouteCase(
            "v1 GET times/{id:id}",
            200,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "times/\($0.partner.id)" }
        ),
        RouteCase(
            "v1 PUT times/{id:id}",
            200,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "times/\($0.partner.id)" },
            body: { _, _ in #"{"cancel": true}"# }
        ),
        RouteCase(
            "v1 DELETE times/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "times/\($0.partner.id)" }
        ),
        RouteCase(
            "v1 GET matches/{id:id}/history",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)/history" }
        ),
        RouteCase(
            "v1 GET matches/{id:id}/calendar.ics",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)/calendar.ics" }
        ),
        RouteCase(
            "v1 POST matches/{id:id}/feedback",
            201,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)/feedback" },
            body: { _, _ in #"{"met": true}"# }
        ),
    ]

    private static let wordUp: [RouteCase] = [
        RouteCase("compat/wordup POST register", 201, path: { _ in "register" }, body: registration("w")),
        RouteCase(
            "compat/wordup POST login",
            200,
            path: { _ in "login" },
            body: { scenario, _ in #"{"username": "\#(scenario.owner.username)", "password": "\#(password)"}"#
            }
        ),
        RouteCase(
            "compat/wordup POST token",
            200,
            path: { _ in "token" },
            body: { scenario, _ in #"{"username": "\#(scenario.owner.username)", "password": "\#(password)"}"#
            }
        ),
        RouteCase("compat/wordup POST logout", 204, path: { _ in "logout" }),
        RouteCase("compat/wordup GET profiles", 200, path: { _ in "profiles" }),
        RouteCase("compat/wordup POST profiles", 201, path: { _ in "profiles" }, body: registration("v")),
        RouteCase(
            "compat/wordup GET profiles/{id:id}",
            200,
            stranger: .visible,
            elsewhere: .path(404),
            path: { "profiles/\($0.owner.id)" }
        ),
        // Another account's id is refused before it is looked up, so the answer reveals nothing.
        RouteCase(
            "compat/wordup PUT profiles/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(403),
            path: { "profiles/\($0.owner.id)" },
            body: { _, _ in #"{"bio": "Changed."}"# }
        ),
        RouteCase(
            "compat/wordup PATCH profiles/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(403),
            path: { "profiles/\($0.owner.id)" },
            body: { _, _ in #"{"bio": "Changed."}"# }
        ),
        RouteCase(
            "compat/wordup DELETE profiles/{id:id}",
            204,
            stranger: .refused(403),
            elsewhere: .path(403),
            path: { "profiles/\($0.owner.id)" },
            body: { _, _ in #"{"password": "\#(password)"}"# }
        ),
        RouteCase("compat/wordup GET matches", 200, path: { _ in "matches" }),
        RouteCase(
            "compat/wordup POST matches",
            201,
            stranger: .refused(403),
            elsewhere: .body(400),
            path: { _ in "matches" },
            body: { caller, named in
                #"{"i_username": "\#(caller.owner.username)", "a_username": "\#(named.free.username)"}"#
            }
        ),
        RouteCase(
            "compat/wordup GET matches/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)" }
        ),
        RouteCase(
            "compat/wordup PUT matches/{id:id}",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)" },
            body: { caller, _ in
                #"{"username": "\#(caller.owner.username)", "new_status": "0", "time_1": "2030 05 09 14 30"}"#
            }
        ),
        RouteCase(
            "compat/wordup DELETE matches/{id:id}",
            204,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "matches/\($0.match)" }
        ),
        RouteCase(
            "compat/wordup GET times/{id:id}",
            200,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "times/\($0.partner.id)" }
        ),
        RouteCase(
            "compat/wordup PUT times/{id:id}",
            200,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "times/\($0.partner.id)" },
            body: { caller, _ in
                #"{"username": "\#(caller.owner.username)", "new_status": "0", "time_1": "2030 05 09 14 30"}"#
            }
        ),
        RouteCase(
            "compat/wordup DELETE times/{id:id}",
            204,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "times/\($0.partner.id)" }
        ),
    ]
}
