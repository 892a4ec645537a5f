import Database
import Jobs
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Webhooks

/// `POST /admin/webhooks/{id}/test/`, and what the log keeps of what was sent.
@Suite(.database) struct WebhookTestEventTests {
    @Test func `a test is sent to this endpoint alone, signed, whatever it subscribes to`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver { _ in .answer(204) }
        let (id, secret) = try await world.register(receiver.url, events: ["wager.taken"])
        let other = try Receiver()
        _ = try await world.register(other.url)
        let sent = try await world.send("POST", "\(id)/test/")
        #expect(sent.status == 202, "\(sent)")
        #expect(
            sent["type"] == "webhook.test" && sent["status"] == "pending" && sent["request_body"] == .null
        )
        try await world.working { _ in try await world.settle() }
        #expect(other.received.isEmpty)
        let received = try #require(receiver.received.first)
        let event = try #require(received.headers["webhook-id"])
        let timestamp = try #require(received.headers["webhook-timestamp"].flatMap { Int64($0) })
        #expect(
            received.headers["webhook-signature"]
                == secret.sign(id: event, timestamp: timestamp, body: received.body)
        )
        let body = try JSONParser.parseObject(received.body)
        #expect(body["type"] == "webhook.test")
        #expect(body["data"] == ["subject": nil, "notices": []])
        let delivery = try #require(try await world.deliveries(id).first)
        #expect(delivery["id"] == sent["id"] && delivery["event_id"]?.text == event)
        #expect(delivery["status"] == "delivered" && delivery["request_body"]?.text == received.text)
    }

    @Test func `a webhook that is off, unknown or another tenant's sends no test`() async throws {
        let world = try await WebhookWorld()
        let (id, _) = try await world.register("http://127.0.0.1:9999/")
        _ = try await world.send("PATCH", "\(id)/", ["enabled": false])
        let refused = try await world.send("POST", "\(id)/test/")
        #expect(refused.status == 409 && refused.code == "webhook_disabled")
        #expect(try await world.send("POST", "999999/test/").status == 404)
        let other = try await world.world.addTenant("other")
        try await world.execute(
            """
            insert into webhooks (tenant_id, url, events, created_at, updated_at)
            values (\(other.id.rawValue), 'http://127.0.0.1:9999/', '{*}', now(), now())
            """
        )
        let foreign = try await world.number("select max(id) from webhooks")
        #expect(try await world.send("POST", "\(foreign)/test/").status == 404)
        let member = try await world.world.send(
            "POST",
            "admin/webhooks/\(id)/test/",
            token: world.member.token
        )
        #expect(member.status == 403)
        #expect(try await world.number("select count(*) from webhook_events") == 0)
        #expect(try await world.number("select count(*) from jobs where kind = 'send_webhook'") == 0)
    }

    @Test func `bodies are forgotten after seven days, and the rest of the log is not`() async throws {
        let world = try await WebhookWorld()
        let receiver = try Receiver { _ in .answer(204) }
        let (id, _) = try await world.register(receiver.url)
        _ = try await world.send("POST", "\(id)/test/")
        _ = try await world.send("POST", "\(id)/test/")
        try await world.working { _ in try await world.settle() }
        try await world.execute(
            """
            update webhook_deliveries set finished_at = now() - interval '7 days 1 hour'
             where id = (select max(id) from webhook_deliveries)
            """
        )
        let step = WebhookStore.bodyPruning
        let cutoff = Timestamp.now.adding(seconds: -step.days * 86_400)
        try await world.world.database.onLoop {
            _ = try await world.workers.write([step.statement(.time(cutoff))])
        }
        let bodies = try await world.deliveries(id).map { $0["request_body"] == .null }
        #expect(bodies == [true, false])
        #expect(try await world.deliveries(id).allSatisfy { $0["status"] == "delivered" })
    }
}
