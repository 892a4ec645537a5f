internal import Cluster
internal import FoundationEssentials
internal import Glibc
package import ParlayAPI

/// An OpenID Connect issuer as a process of its own, for one test. See `issuer_server.py`.
package final class IssuerServer: Sendable {
    /// Who signs a token.
    package enum Key: Sendable {
        /// The newest RSA key that the issuer publishes.
        case rsa
        /// The newest on P-256.
        case p256
        /// One that the issuer published once, by `kid`.
        case id(String)
        /// RSA keys and such on P-256 that the issuer does not have.
        case foreign, foreignP256
        /// Of 1,024 bits. Published only if told to.
        case short
        /// No signature.
        case none
        /// The public RSA key in PEM form, taken as the secret of an HMAC.
        case publicKeyAsSecret

        fileprivate var name: String {
            switch self {
            case .rsa, .none, .publicKeyAsSecret: "RSA"
            case .p256: "EC"
            case .id(let id): id
            case .foreign: "foreign"
            case .foreignP256: "foreign_ec"
            case .short: "short"
            }
        }

        fileprivate var secret: JSONValue {
            switch self {
            case .none: "none"
            case .publicKeyAsSecret: "public_key"
            default: nil
            }
        }
    }

    package enum Document: String, Sendable, CaseIterable {
        case discovery, keys
    }

    /// What the issuer does instead of answering well.
    package enum Behavior: Sendable {
        /// Answers well again.
        case sound
        /// Answers this document only when it behaves in another way.
        case slow(Document)
        /// Breaks the connection.
        case dropping(Document)
        /// Refuses connections, until it is told anything else.
        case dead
        /// Another status, by default with a page of HTML.
        case status(Document, Int64)
        case redirecting(Document, to: String)
        /// This text for a document, with status 200.
        case text(Document, String)
        /// The document itself as another media type.
        case type(Document, String)
        /// More than 64 KiB of valid JSON.
        case huge(Document)
        /// Members of the discovery document that are different; null removes one.
        case discovery(JSONObject)
        /// An empty set of keys.
        case keyless
    }

    package struct NoAnswer: Error {
        package let text: String
    }

    /// Its name, `https://127.0.0.1:…`. Each path below it is an issuer, too: `https://127.0.0.1:…/x`.
    package let url: String
    /// The certificate of the authority that its own is from.
    package let authority: String
    private let process: ChildProcess
    private let session: HTTPSession

    package init() async throws {
        let directory = "/tmp/parlay-issuer-\(getpid())-\(UUID().uuidString.prefix(8))"
        authority = "\(directory)/ca.pem"
        let port: UInt16
        (process, port) = try await blocking {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
            let server = try PythonServer(PackageResources.issuer_server_py, [directory], in: directory)
            return (server.process, server.port)
        }
        session = HTTPSession(port: port)
        let answer = try await session.send("GET", "/")
        guard let url = answer["url"]?.text else { throw NoAnswer(text: "\(answer)") }
        self.url = url
    }

    deinit { process.signal(SIGTERM) }

    /// The settings of processes that may fetch from it.
    package var environment: [String: String] {
        ["PARLAY_HTTPS_CA": authority, "PARLAY_WEBHOOK_PRIVATE": "loopback"]
    }

    /// An ID token. Without more, it is valid for an hour.
    ///
    /// - Parameters:
    ///   - claims: further claims, or other ones; null removes one.
    ///   - header: the same for the header. The algorithm is the key's, unless this says otherwise.
    package func token(
        subject: String = "110169484474386276334",
        audience: JSONValue,
        nonce: String,
        claims: JSONObject = [:],
        header: JSONObject = [:],
        key: Key = .rsa
    ) async throws -> String {
        var all: JSONObject = ["sub": .string(subject), "aud": audience, "nonce": .string(nonce)]
        for member in claims.members where all[member.key] == nil { all.add(member.key, member.value) }
        var changed = JSONObject()
        for member in all.members { changed.add(member.key, claims[member.key] ?? member.value) }
        let answer = try await send(
            "POST",
            "/token",
            [
                "key": .string(key.name), "secret": key.secret, "claims": .object(changed),
                "header": .object(header),
            ]
        )
        guard let token = answer["token"]?.text else { throw NoAnswer(text: "\(answer)") }
        return token
    }

    /// Makes new keys, which sign from now on.
    ///
    /// - Parameter keepingOld: whether the ones before stay published.
    package func rotate(keepingOld: Bool = false) async throws {
        _ = try await send("POST", "/rotate", ["keeping": .bool(keepingOld)])
    }

    package func behave(_ behavior: Behavior) async throws {
        var change: JSONObject = ["answers": [:], "discovery": [:], "published": true]
        func replace(_ document: Document, _ wish: JSONValue) {
            change = ["answers": [document.rawValue: wish], "discovery": [:], "published": true]
        }
        switch behavior {
        case .sound, .dead: break
        case .slow(let document): replace(document, ["wait": true])
        case .dropping(let document): replace(document, ["drop": true])
        case .status(let document, let status):
            let page: JSONValue = "<!doctype html><title>Error</title>"
            replace(
                document,
                ["status": .integer(status), "body": page, "headers": ["Content-Type": "text/html"]]
            )
        case .redirecting(let document, let target):
            replace(document, ["status": 302, "headers": ["Location": .string(target)]])
        case .text(let document, let text): replace(document, ["body": .string(text)])
        case .type(let document, let type):
            replace(document, ["headers": ["Content-Type": .string(type)]])
        case .huge(let document):
            let filler = String(repeating: "x", count: 64 * 1024)
            replace(document, ["body": .string(#"{"x": "\#(filler)"}"#)])
        case .discovery(let members):
            change = ["answers": [:], "discovery": .object(members), "published": true]
        case .keyless: change = ["answers": [:], "discovery": [:], "published": false]
        }
        if case .dead = behavior { change.add("alive", false) } else { change.add("alive", true) }
        _ = try await send("PUT", "/", change)
    }

    /// The `Cache-Control` of its keys; by default `public, max-age=3600`.
    package func cache(_ text: String?) async throws {
        _ = try await send("PUT", "/", ["cache": text.map { .string($0) } ?? .null])
    }

    /// Whether its keys and tokens have a `kid`.
    package func nameKeys(_ names: Bool) async throws {
        _ = try await send("PUT", "/", ["ids": .bool(names)])
    }

    /// Whether it publishes the key that is too short.
    package func publishShortKey(_ publishes: Bool) async throws {
        _ = try await send("PUT", "/", ["publish_short": .bool(publishes)])
    }

    /// How often a document was asked for, answered or not.
    ///
    /// - Parameter path: of one of the issuers, such as `/x`.
    package func fetches(_ document: Document, of path: String = "") async throws -> Int64 {
        let name = document == .discovery ? ".well-known/openid-configuration" : "keys"
        guard case .object(let fetches)? = try await send("GET", "/")["fetches"] else { return 0 }
        return fetches["\(path)/\(name)"]?.integer ?? 0
    }

    /// The `kid` of the newest RSA key.
    package var keyID: String {
        get async throws {
            let answer = try await send("GET", "/")
            guard let id = answer["rsa", "kid"]?.text else { throw NoAnswer(text: "\(answer)") }
            return id
        }
    }

    /// The public part of `Key.foreign` as a JSON Web Key.
    package var foreignKey: JSONValue {
        get async throws { try await send("GET", "/")["foreign"] ?? .null }
    }

    /// The `kid` of the newest key on P-256.
    package var p256KeyID: String {
        get async throws {
            let answer = try await send("GET", "/")
            guard let id = answer["ec", "kid"]?.text else { throw NoAnswer(text: "\(answer)") }
            return id
        }
    }

    private func send(_ method: String, _ path: String, _ body: JSONObject? = nil) async throws -> Answer {
        let text = body.map { String(decoding: JSONValue.object($0).jsonBytes(), as: UTF8.self) }
        let answer = try await session.send(method, path, text)
        guard answer.status == 200 else { throw NoAnswer(text: "\(answer)") }
        return answer
    }
}
