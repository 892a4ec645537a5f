import App
import Cluster
import Foundation
import ParlayAPI
import ParlayClient
import TestDatabases
import Testing

/// The promises of the client library, tested with the real program over a real connection.
@Suite(.database) struct ClientLibraryTests {
    @Test(.withoutProxy) func `people stay signed in across restarts of the app and of the front`()
        async throws
    {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let file = URL(filePath: site.directory).appending(path: "sign-in.json")
            let ann = try await site.newcomer("ann", storage: FileTokenStorage(file))
            try await ann.client.profiles.update { $0.bio = .set("I collect maps.") }

            let exit = try await front.stop()
            #expect(exit == .code(0))
            let away = try site.client(storage: FileTokenStorage(file), retries: .none)
            let error = await refusal { try await away.profiles.me() }
            guard case .transport(.unreachable)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            _ = try await site.serve()

            let later = try site.client(storage: FileTokenStorage(file))
            #expect(try await later.account.signedInID() == ann.id)
            #expect(try await later.profiles.me().bio == "I collect maps.")
            #expect(try await away.profiles.me().email == "ann@example.org")

            // Another device signs this one out, and it hears of it with its next call.
            let phone = try site.client()
            try await phone.account.logIn("ANN@example.org", password: Site.password, device: "phone")
            let devices = try await phone.devices.all().all()
            #expect(devices.map(\.label).contains("phone"))
            #expect(devices.count == 2)
            let other = try #require(devices.first { !$0.current })
            try await phone.devices.revoke(other.id)
            var states = await later.signInStates().makeAsyncIterator()
            #expect(await states.next() == .signedIn(accountID: ann.id))
            #expect(await refusal { try await later.profiles.me() }?.code == "unauthorized")
            #expect(await states.next() == .signedOut(.refused))
            #expect(try await FileTokenStorage(file).load() == nil)
        }
    }

    /// Foundation's own cancellation stands still now and then when the answer arrives at the same moment.
    @Test func `calls that are cancelled while their answers arrive all end`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.newcomer("ann")
            let profiles = ann.client.profiles
            for round in 0..<40 {
                let calls = (0..<16).map { _ in Task { _ = try? await profiles.me() } }
                try await Task.sleep(for: .microseconds(200 * round))
                for call in calls { call.cancel() }
                for call in calls { await call.value }
            }
            #expect(try await profiles.me().email == "ann@example.org")
        }
    }

    @Test func `a call waits for a front that is being started again`() async throws {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.newcomer("ann")
            try await front.kill()
            let policy = RetryPolicy(
                attempts: 1_000,
                longestPause: .milliseconds(250),
                timeLimit: .seconds(60)
            )
            let patient = try site.client(retries: policy)
            async let about = patient.about()
            _ = try await site.serve()
            #expect(try await about.slug == "wordup")
            #expect(try await ann.client.profiles.me().id == ann.id)
        }
    }

    @Test func `accounts from the first day to the last`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let stranger = try site.client()
            let about = try await stranger.about()
            #expect(about.modules.contains(.meetups) && about.registration == .open)
            #expect(try await stranger.languages().contains { $0.code == "es" && $0.nativeName == "Español" })
            #expect(await refusal { try await stranger.profiles.me() } == .notSignedIn)

            let bad = Registration(username: "a", password: "short", email: "x", firstName: "", lastName: "")
            let refused = try #require(await refusal { try await stranger.account.register(bad) })
            #expect(refused.code == "validation_failed")
            #expect(!refused.fieldErrors["username"].isEmpty && !refused.fieldErrors["email"].isEmpty)
            #expect(refused.localizedDescription.contains("Username: "))

            let ann = try await site.newcomer("ann").client
            let me = try await ann.profiles.me()
            let changed = try await ann.profiles.update(ifUnchanged: me) { $0.firstName = .set("Anna") }
            #expect(changed.person.firstName == "Anna")
            #expect(changed.version != me.version)
            let stale = await refusal {
                try await ann.profiles.update(ifUnchanged: me) { $0.firstName = .set("Anne") }
            }
            #expect(stale?.code == "precondition_failed")
            #expect(try await ann.profiles.me().value == changed.value)

            try await ann.account.changePassword(from: Site.password, to: "a quiet harbour at dawn")
            #expect(await refusal { try await stranger.account.logIn("ann", password: Site.password) } != nil)
            let bare = try await stranger.account.token("ann", password: "a quiet harbour at dawn")
            let tool = try site.client()
            #expect(try await tool.account.signIn(withToken: bare).person.username == "ann")
            try await tool.account.logOut()
            #expect(
                await refusal { try await stranger.account.signIn(withToken: bare) }?.code == "unauthorized"
            )

            try await ann.account.delete(password: "a quiet harbour at dawn")
            #expect(try await ann.account.signedInID() == nil)
            let gone = await refusal {
                try await ann.account.logIn("ann", password: "a quiet harbour at dawn")
            }
            #expect(gone?.code == "bad_credentials")
        }
    }

    @Test func `matches of a person, in pages and by status`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.newcomer("ann")
            var ids: [Match.ID] = []
            for name in ["bob", "eva", "leo"] {
                _ = try await site.newcomer(name, knows: "es", learns: "en")
                ids.insert(try await ann.client.matches.makeRandom().id, at: 0)
            }
            #expect(await refusal { try await ann.client.matches.makeRandom() }?.code == "no_candidate")
            #expect(try await ann.client.matches.all().pages(of: 1).all().map(\.id) == ids)
            let tomorrow = Date(timeIntervalSinceNow: 86_400)
            try await ann.client.matches.propose(.id(ids[1]), at: tomorrow, location: "Park")
            let offers = ann.client.matches.all(in: [.proposedByFirst, .scheduled])
            #expect(try await offers.all().map(\.id) == [ids[1]])
            let open = ann.client.matches.all(in: [.matched]).pages(of: 1)
            let cursor = try #require(try await open.page().nextCursor)
            #expect(await refusal { try await offers.page(after: cursor) }?.code == "bad_query")
            try await ann.client.matches.cancel(.id(ids[1]))
            try await ann.client.matches.unmatch(.id(ids[0]))
            #expect(try await ann.client.matches.all().all().map(\.id) == Array(ids.dropFirst()))
            #expect(await refusal { try await ann.client.matches.get(.id(ids[0])) }?.code == "not_found")
        }
    }
}
