import Foundation
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// Settings, blocks, reports and administration through the client library.
@Suite(.database) struct ClientPeopleTests {
    @Test func `settings, blocks and reports, and what moderators and admins make of them`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.newcomer("ann")
            let bob = try await site.newcomer("bob", knows: "es", learns: "en")
            let admin = try await site.newcomer("root").client
            try await site.parlay("admin account promote root admin --tenant wordup")

            let settings = try await ann.client.settings.get()
            #expect(settings.mailNotices)
            let quiet = try await ann.client.settings.update(ifUnchanged: settings) { settings in
                settings.mailNotices = .set(false)
                settings.timeZone = .set("Europe/Berlin")
            }
            #expect(!quiet.mailNotices && quiet.timeZone == "Europe/Berlin")
            let stale = await refusal {
                try await ann.client.settings.update(ifUnchanged: settings) { $0.locale = .set("de") }
            }
            #expect(stale?.code == "precondition_failed")
            var german = AccountSettingsUpdate()
            german.locale = .set("de")
            #expect(try await ann.client.settings.replace(with: german).mailNotices)

            let match = try await ann.client.matches.make(with: "bob")
            let report = try await ann.client.reports.report(.match(match.id), for: .spam, text: "Links.")
            #expect(report.about == Subject(type: "match", id: match.id) && report.status == .open)
            try await ann.client.blocks.add(bob.id)
            #expect(try await ann.client.blocks.add(bob.id).person.username == "bob")
            #expect(try await ann.client.blocks.all().all().map(\.person.id) == [bob.id])
            #expect(await refusal { try await bob.client.matches.get(match) }?.code == "not_found")
            try await ann.client.blocks.remove(bob.id)
            #expect(try await ann.client.blocks.block(of: bob.id) == nil)

            #expect(await refusal { try await bob.client.admin.reports().page() }?.problem?.status == 403)
            #expect(try await admin.admin.reports(in: [.open]).all().map(\.id) == [report.id])
            let decided = try await admin.admin.decide(report.id) { report in
                report.status = .set(.resolved)
                report.note = .set("Warned.")
            }
            #expect(decided.status == .resolved && decided.note == "Warned.")
            #expect(try await admin.admin.reports(in: [.open]).all().isEmpty)

            #expect(try await admin.admin.accounts(matching: "BOB").all().map(\.email) == ["bob@example.org"])
            #expect(try await admin.admin.change(account: bob.id, role: .moderator).role == .moderator)
            #expect(try await admin.admin.change(account: bob.id, status: .suspended).status == .suspended)
            #expect(await refusal { try await bob.client.profiles.me() }?.code == "unauthorized")

            try await admin.admin.changeSettings(["registration": "invite"])
            #expect(try await admin.admin.settings().value["registration"] == "invite")
            let invite = try await admin.admin.makeInvite(uses: 1)
            #expect(invite.code.hasPrefix(invite.invite.prefix))
            try await eventually("the front to hear of it") {
                try await ann.client.about().registration == .invite
            }
            #expect(await refusal { try await site.newcomer("eva") }?.code == "invite_required")
            #expect(try await admin.admin.invites().all().map(\.id) == [invite.invite.id])
            try await admin.admin.removeInvite(invite.invite.id)
            #expect(try await admin.admin.setCategories(["Sports", "Food"]) == ["Sports", "Food"])
            #expect(try await admin.admin.categories() == ["Sports", "Food"])
            let actions = Set(try await admin.admin.auditLog().all().map(\.action))
            #expect(actions.isSuperset(of: [.settingsChange, .inviteCreate, .inviteDelete, .reportDecide]))

            let export = try JSONDecoder().decode(JSONValue.self, from: try await ann.client.account.export())
            guard case .object(let members) = export else {
                Issue.record("\(export)")
                return
            }
            #expect(members["tenant"] == "wordup")
        }
    }
}
