package import Database
internal import HTTPServer
package import ParlayAPI
internal import Reactor
internal import Security
internal import Tenancy

/// The published keys of issuers. They are fetched by whichever front needs them first, and kept in the database for all.
///
/// It has the database without a session: what is fetched belongs to no tenant and no call, and a caller who goes away
/// must not take a fetch along, because the next one may begin a minute later only.
package struct IssuerKeyring: Sendable {
    /// See `IssuerClient.keys`.
    package typealias Fetch = @Sendable (_ issuer: String) async throws(IssuerError) -> IssuerKeys

    private let fetch: Fetch
    private let database: DatabasePool
    private let report: @Sendable (String) -> Void

    /// How often, and for how many milliseconds each time, a call waits for a fetch of another one.
    private static let waits = 75
    private static let wait = Duration.milliseconds(200)

    /// - Parameter report: logs why keys could not be fetched.
    package init(
        _ database: DatabasePool,
        fetch: @escaping Fetch,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.fetch = fetch
        self.database = database
        self.report = report
    }

    /// The keys that a token of a trusted issuer is to be verified with. They need not have the one that it names.
    ///
    /// - Throws: `IssuerUnavailable`.
    func keys(for token: IDToken, at now: Timestamp) async throws -> JSONWebKeySet {
        try await publication(of: token.claims.issuer, at: now) { $0.keys.names(token) }.keys
    }

    /// Where browsers begin a sign-in at a trusted issuer.
    ///
    /// - Throws: `IssuerUnavailable`, also if the issuer names no such place.
    func authorization(of issuer: String, at now: Timestamp) async throws -> IssuerAuthorization {
        let found = try await publication(of: issuer, at: now) { $0.authorization != nil }
        guard let authorization = found.authorization else { throw IssuerUnavailable() }
        return authorization
    }

    /// What the issuer publishes: what is stored while it is fresh and has what is needed, else what is fetched now.
    ///
    /// - Parameter isEnough: whether a fetch could bring nothing more.
    private func publication(
        of issuer: String,
        at now: Timestamp,
        isEnough: (Publication) -> Bool
    ) async throws -> Publication {
        var stored = try await find(issuer)
        if let stored, stored.isFresh(at: now), let known = Publication(stored), isEnough(known) {
            return known
        }
        if try await begin(issuer, at: now) { return try await renew(issuer, stored, at: now) }
        // Someone else fetches them now, or has within the last minute.
        stored = try await find(issuer)
        for _ in 0..<Self.waits {
            guard let found = stored, found.isBeingFetched(at: now),
                !(found.hasFailed && found.isValid(at: now))
            else { break }
            await EventLoop.current?.sleep(for: Self.wait)
            stored = try await find(issuer)
        }
        return try Self.valid(stored, at: now)
    }

    /// Fetches the keys. What is stored is valid for a while longer if that fails.
    private func renew(_ issuer: String, _ stored: StoredIssuerKeys?, at now: Timestamp) async throws
        -> Publication
    {
        // A task of its own is not cancelled with the call.
        let task = Task(executorPreference: EventLoop.current) { () async throws -> Publication? in
            let fetched: IssuerKeys
            do throws(IssuerError) {
                fetched = try await fetch(issuer)
            } catch {
                report("keys of \(issuer): \(error)")
                try await end(issuer, at: now, found: nil, freshFor: 0)
                return nil
            }
            let text = String(decoding: fetched.document, as: UTF8.self)
            try await end(issuer, at: now, found: text, freshFor: fetched.maxAge)
            return Publication(fetched)
        }
        if let found = try await task.value { return found }
        return try Self.valid(stored, at: now)
    }

    private static func valid(_ stored: StoredIssuerKeys?, at now: Timestamp) throws -> Publication {
        guard let stored, stored.isValid(at: now), let known = Publication(stored) else {
            throw IssuerUnavailable()
        }
        return known
    }

    /// What an issuer publishes, fetched now or before.
    private struct Publication: Sendable {
        let keys: JSONWebKeySet
        let authorization: IssuerAuthorization?

        init(_ fetched: IssuerKeys) {
            keys = fetched.set
            authorization = fetched.authorization
        }

        init?(_ stored: StoredIssuerKeys) {
            guard let text = stored.keys, let document = try? JSONParser.parseObject(Array(text.utf8)),
                let keys = JSONWebKeySet(document)
            else { return nil }
            self.keys = keys
            authorization = IssuerAuthorization(besideKeys: document)
        }
    }

    // MARK: Database

    private func find(_ issuer: String) async throws -> StoredIssuerKeys? {
        let results = try await database.read([IssuerKeyStore.find(.text(issuer)).query])
        return try Rows<StoredIssuerKeys>(results[0]).first
    }

    private func begin(_ issuer: String, at now: Timestamp) async throws -> Bool {
        let results = try await database.write([IssuerKeyStore.begin(.text(issuer), .time(now)).query])
        return try Rows<Bool>(results[0]).one
    }

    private func end(_ issuer: String, at now: Timestamp, found: String?, freshFor seconds: Int64)
        async throws
    {
        _ = try await database.write([
            IssuerKeyStore.end(.text(issuer), .time(now), .text(found), .integer(seconds))
        ])
    }
}

/// The keys of an issuer can be fetched neither now nor were they lately.
package struct IssuerUnavailable: ProblemConvertible, Equatable {
    package init() {}

    package var problem: Problem {
        Problem(
            status: 503,
            code: "issuer_unavailable",
            title: "The sign-in service is unavailable",
            detail: "The keys of the token's issuer cannot be fetched. Try again in a minute."
        )
    }
}
